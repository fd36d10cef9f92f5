// A word and a number of typing mistakes → pieces of the word. Every word within that number of mistakes contains one of
// them, so a text without any needs no comparison. With one mistake, for example, one half of the word is intact.

/**
 * Mistakes as in `editDistance`: a wrong, a missing or an additional letter, or two swapped ones. The word has at least
 * two letters for each piece, which are one more than the mistakes.
 */
export function intactPieces(word: string, mistakes: number): string[] {
  const cuts = Array.from({ length: mistakes }, (_, index) => Math.floor(((index + 1) * word.length) / (mistakes + 1)))
  return [...new Set(choices(cuts).flatMap((swapped) => piecesOf(word, cuts, swapped)))]
}

/**
 * Two letters that are swapped across a cut damage both pieces by one mistake. With these swaps undone, the pieces on
 * both sides are one, and still one piece more than the other mistakes.
 */
function piecesOf(word: string, cuts: readonly number[], swapped: readonly number[]): string[] {
  const letters = word.split('')
  for (const cut of swapped) [letters[cut - 1], letters[cut]] = [letters[cut] ?? '', letters[cut - 1] ?? '']
  const ends = [...cuts.filter((cut) => !swapped.includes(cut)), word.length]
  return ends.map((end, index) => letters.slice(ends[index - 1] ?? 0, end).join(''))
}

/** Each set of some of the cuts. */
function choices(cuts: readonly number[]): number[][] {
  return cuts.reduce<number[][]>((sets, cut) => [...sets, ...sets.map((set) => [...set, cut])], [[]])
}
