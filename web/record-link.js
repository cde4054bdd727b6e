// Links and files of records.

import { el, notice } from "./dom.js";
import { tell } from "./dialogs.js";
import { copyLink, pack } from "./share.js";

async function offer(fragment) {
  const { copied, address } = await copyLink(fragment);
  if (copied) notice("The link is on the clipboard. It contains everything; nothing was uploaded.");
  else await tell("The link", el("textarea", { rows: 6, readonly: true, "aria-label": "Link", value: address }));
}

export const shareRecord = async (record, move = null) => offer(`/replay/${await pack(record)}${move === null ? "" : `/${move}`}`);

/** A position with its rules; the first line is the position. */
export const positionFragment = async (position, rules) => `/analyse/${await pack(`${position}\n${rules}`)}`;

export const sharePosition = async (position, rules) => offer(await positionFragment(position, rules));
