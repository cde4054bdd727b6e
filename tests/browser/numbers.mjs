// The analysis on the page against the numbers of `broadside analyze --json`.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

/** Several outputs after each other, each an object that starts and ends in the first column. */
const read = async (file) => JSON.parse(`[${(await readFile(file, "utf8")).trim().replace(/^\}\s*^\{/gm, "},\n{")}]`);

/** The words of the position: what follows the command up to the first option. */
function position({ command }) {
  const rest = command.slice(1);
  const end = rest.findIndex((word) => word.startsWith("--"));
  return rest.slice(0, end < 0 ? undefined : end).join(" ");
}

export default {
  async "analysis equal to broadside analyze"({ open, expected }) {
    assert.ok(expected, "this scenario needs --expected FILE");
    const page = await open({ fragment: "#/analyse" });
    await page.waitForSelector(".heated");
    for (const output of await read(expected)) {
      const words = position(output);
      await page.getByLabel("Rules", { exact: true }).selectOption(output.rules);
      const text = page.getByLabel("Position as text");
      await text.fill(words);
      await text.press("Enter");
      await page.waitForFunction((layouts) => document.querySelector(".big-number").textContent.replaceAll(/\D/g, "") === layouts, output.layouts);
      const shown = await page.locator(".analyse .cell").evaluateAll((cells) =>
        Object.fromEntries(cells.map((cell) => [cell.dataset.cell, cell.querySelector(".percent")?.textContent ?? null])));
      const shot = new Set(words.split(" ").map((word) => word.split("=")[0]));
      for (const [name, chance] of Object.entries(output.cells)) {
        if (shot.has(name)) continue;
        const percent = shown[name] === null ? 0 : shown[name] === "!!" ? 100 : Number(shown[name]);
        assert.ok(Math.abs(percent - 100 * chance) <= 0.51, `${words}: ${name} is ${shown[name]} % instead of ${100 * chance} %`);
      }
      assert.ok(Object.values(shown).some((text) => text !== null), `${words}: the heat map has numbers`);
      const marked = await page.locator(".analyse .cell.best").evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
      assert.deepEqual(marked.sort(), output.best.sort(), `${words}: the best cells`);
      const [best, hit] = await page.locator(".analyse tbody tr").first().locator("th, td").allTextContents();
      const top = Math.max(...Object.keys(output.cells).filter((name) => shown[name] !== null).map((name) => output.cells[name]));
      assert.ok(Math.abs(output.cells[best] - top) < 1e-6, `${words}: ${best} is not the best shot`);
      assert.ok(Math.abs(Number.parseFloat(hit) - 100 * top) <= 0.51, `${words}: ${best} hits in ${hit}`);
    }
  },
};
