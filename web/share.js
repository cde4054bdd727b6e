// Links that carry a game or a position. The text is deflated and put into the fragment of the
// address, which browsers never send anywhere.

/** More than any record or position has. A short link may inflate to gigabytes. */
const MOST_BYTES = 1_000_000;
const TOO_LONG = "This text is too long for a link.";

async function pipe(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) { await reader.cancel(); throw new Error(TOO_LONG); }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Text as part of an address. The first letter says how: z deflated, t plain. */
export async function pack(text) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST_BYTES) throw new Error(TOO_LONG);
  if (typeof CompressionStream === "undefined") return `t${toBase64(bytes)}`;
  return `z${toBase64(await pipe(bytes, new CompressionStream("deflate-raw")))}`;
}

/** The text of a link, or an Error that says what is wrong with it. */
export async function unpack(data) {
  try {
    const bytes = fromBase64(data.slice(1));
    if (data[0] === "t") return new TextDecoder().decode(bytes);
    if (data[0] === "z") return new TextDecoder().decode(await pipe(bytes, new DecompressionStream("deflate-raw")));
  } catch { /* explained below */ }
  throw new Error("This link is damaged. Was it copied completely?");
}

/** Copies an address of this page to the clipboard. `copied` is false if the browser forbids it. */
export async function copyLink(fragment) {
  const address = `${location.href.split("#")[0]}#${fragment}`;
  try {
    await navigator.clipboard.writeText(address);
    return { copied: true, address };
  } catch {
    return { copied: false, address };
  }
}
