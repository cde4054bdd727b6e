// Links to records and positions.

import { el, notice } from "./dom.js";
import { tell } from "./dialogs.js";
import { copyLink, pack } from "./share.js";

/** Copies the link or shows it. A text that is too long for one is explained. */
async function offer(fragment) {
  const text = await fragment.catch((error) => notice(error.message));
  if (!text) return;
  const { copied, address } = await copyLink(text);
  if (copied) notice("The link is on the clipboard. It contains everything; nothing was uploaded.");
  else await tell("The link", el("textarea", { rows: 6, readonly: true, "aria-label": "Link", value: address }));
}

const recordFragment = async (record, move) => `/replay/${await pack(record)}${move === null ? "" : `/${move}`}`;

export const shareRecord = (record, move = null) => offer(recordFragment(record, move));

/** A position with its rules; the first line is the position. */
export const positionFragment = async (position, rules) => `/analyse/${await pack(`${position}\n${rules}`)}`;

export const sharePosition = (position, rules) => offer(positionFragment(position, rules));
