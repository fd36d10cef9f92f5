// A pattern → the minimum and maximum length of a matching text. Null: the pattern uses syntax that is not analysed.

export interface Lengths {
  readonly least: number
  /** Infinity: unlimited. */
  readonly most: number
}

const NOTHING: Lengths = { least: 0, most: 0 }
const ONE: Lengths = { least: 1, most: 1 }

export function lengthsOf(pattern: string): Lengths | null {
  const reading: Reading = { characters: [...pattern], at: 0 }
  const lengths = alternatives(reading)
  return reading.at === reading.characters.length ? lengths : null
}

interface Reading {
  readonly characters: readonly string[]
  at: number
}

function alternatives(reading: Reading): Lengths | null {
  let either = sequence(reading)
  while (either !== null && takes(reading, '|')) {
    const other = sequence(reading)
    either =
      other === null ? null : { least: Math.min(either.least, other.least), most: Math.max(either.most, other.most) }
  }
  return either
}

function sequence(reading: Reading): Lengths | null {
  let whole: Lengths = NOTHING
  while (reading.at < reading.characters.length && !isNext(reading, '|') && !isNext(reading, ')')) {
    const part = atom(reading)
    const repeated = part === null ? null : quantified(reading, part)
    if (repeated === null) return null
    whole = { least: whole.least + repeated.least, most: whole.most + repeated.most }
  }
  return whole
}

function atom(reading: Reading): Lengths | null {
  const character = reading.characters[reading.at++]
  if (character === '(') return group(reading)
  if (character === '[') return characterClass(reading)
  if (character === '\\') return escaped(reading)
  return character === '^' || character === '$' ? NOTHING : ONE
}

/** Only group prefixes that do not change the meaning of their content are analysed. */
function group(reading: Reading): Lengths | null {
  const rest = reading.characters.slice(reading.at).join('')
  const opening = /^\?(?:[ismU]*:|P?<\w+>)/.exec(rest)
  if (opening !== null) reading.at += opening[0].length
  else if (rest.startsWith('?')) return null
  const inside = alternatives(reading)
  return takes(reading, ')') ? inside : null
}

function characterClass(reading: Reading): Lengths | null {
  takes(reading, '^')
  // Right after the opening bracket, a closing one is a literal.
  takes(reading, ']')
  while (reading.at < reading.characters.length) {
    const named = /^\[:\^?\w+:\]/.exec(reading.characters.slice(reading.at).join(''))
    if (named !== null) reading.at += named[0].length
    else if (takes(reading, ']')) return ONE
    else reading.at += isNext(reading, '\\') ? 2 : 1
  }
  return null
}

function escaped(reading: Reading): Lengths | null {
  const rest = reading.characters.slice(reading.at).join('')
  const written = /^(?:[pP](?:\{\^?\w+\}|\w)|x(?:\{[0-9A-Fa-f]+\}|[0-9A-Fa-f]{2})|[0-7]{1,3}|[^QEC])/u.exec(rest)
  if (written === null) return null
  reading.at += [...written[0]].length
  return /^[AzbB]$/.test(written[0]) ? NOTHING : ONE
}

function quantified(reading: Reading, part: Lengths): Lengths | null {
  const rest = reading.characters.slice(reading.at, reading.at + 16).join('')
  const written = /^(?:[*+?]|\{(?<least>\d+)(?<comma>,(?<most>\d*))?\})\??/.exec(rest)
  if (written === null) return part
  reading.at += written[0].length
  const [sign] = written[0]
  if (sign === '*') return times(part, 0, Infinity)
  if (sign === '+') return times(part, 1, Infinity)
  if (sign === '?') return times(part, 0, 1)
  const least = Number(written.groups?.['least'])
  const most = written.groups?.['comma'] === undefined ? least : written.groups['most']
  return times(part, least, most === '' || most === undefined ? Infinity : Number(most))
}

function times({ least, most }: Lengths, from: number, to: number): Lengths {
  return { least: least * from, most: most === 0 || to === 0 ? 0 : most * to }
}

function isNext({ characters, at }: Reading, character: string): boolean {
  return characters[at] === character
}

function takes(reading: Reading, character: string): boolean {
  if (!isNext(reading, character)) return false
  reading.at += 1
  return true
}
