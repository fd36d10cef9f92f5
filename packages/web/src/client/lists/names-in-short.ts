// Names of several fields → as many of them as have room.

/** Whole names alone, the first in any case; `…` stands for the others. */
export function namesInShort(names: readonly string[], lettersMax: number): string {
  let text = names[0] ?? ''
  for (const name of names.slice(1)) {
    const longer = `${text}, ${name}`
    if (longer.length > lettersMax) return `${text}, …`
    text = longer
  }
  return text
}
