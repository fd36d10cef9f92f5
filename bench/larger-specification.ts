// The help desk → a specification many times its size: so many help desks side by side, with the same users.
// Every copy has names of its own for entities, screens, calls, roles for a record, codes and messages; constants
// and lookups are shared, as they would be in one large product.

/** Parts below a heading that are repeated as wholes; other parts have tables whose rows are repeated. */
const REPEATED_PART = /^### (?:Screen: |Entity: (?!User)|Reference data: |States of |Shape: |POST |PATCH |GET )/
/** Tables whose rows are repeated, by their headers. */
const REPEATED_TABLE =
  /^\| (?:Route \||Rule \||Role for a record|Who \| May|Entity \| Path|Message \||Code \||Limit \|)/

export function largerSpecification(text: string, times: number): string {
  const sections = text.split(/^(?=## )/m)
  return sections.map((section) => repeatSection(section, times)).join('')
}

function repeatSection(section: string, times: number): string {
  const parts = section.split(/^(?=### )/m)
  const whole = parts.map((part) => (REPEATED_PART.test(part) ? part : repeatRows(part, times)))
  const copied = copies(times).flatMap((copy) =>
    parts.filter((part) => REPEATED_PART.test(part)).map((part) => renamed(part, copy)),
  )
  // New parts go before those that end a section with tables of their own, or they would swallow what follows them.
  return ending(whole.join('')) + copied.map(ending).join('')
}

function ending(text: string): string {
  return text.trim() === '' ? '' : `${text.trimEnd()}\n\n`
}

function repeatRows(part: string, times: number): string {
  return part
    .split(/\n{2,}/)
    .map((block) => {
      if (block.startsWith('| Field '))
        return (
          block +
          copies(times)
            .map((copy) => `\n| teams${copy} | list of Team${copy} via members | | | |`)
            .join('')
        )
      if (!REPEATED_TABLE.test(block)) return block
      const rows = block
        .trimEnd()
        .split('\n')
        .slice(2)
        .filter((row) => isOfOneDesk(row))
      return (
        block.trimEnd() +
        copies(times)
          .flatMap((copy) => rows.map((row) => `\n${renamed(firstCellRenamed(row, copy), copy)}`))
          .join('')
      )
    })
    .join('\n\n')
}

function copies(times: number): number[] {
  return Array.from({ length: times - 1 }, (_, index) => index + 2)
}

/** Rows about users, and the code for wrong passwords, belong to all desks together. */
function isOfOneDesk(row: string): boolean {
  return !/\| User \||SIGN_IN_LOCKED/.test(row)
}

/** Rules and limits are named in words; entities, codes and paths are renamed by what they are. */
function firstCellRenamed(row: string, copy: number): string {
  return /^\| (?:[A-Z][a-z]* )(?:assignee|active|comes|agents|closed|tickets)/.test(row)
    ? row.replace(/^\| ([^|]+) \|/, `| $1 ${copy} |`)
    : row
}

function renamed(text: string, copy: number): string {
  return text
    .replace(/\b(Team|Category|Ticket|Comment)(View)?\b/g, `$1$2${copy}`)
    .replace(/\b(Owner|My tickets|Queue|Set-up|Assigned agent|New reply|Still waiting for you)\b/g, `$1 ${copy}`)
    .replace(/\b[A-Z]+_[A-Z_]+\b/g, (code) => `${code}_${copy}`)
    .replace(/(\/api\/[a-z]+)/g, `$1${copy}`)
    .replace(/`\/(tickets|queue|setup)?/g, (path) => (path === '`/' ? `\`/desk${copy}` : `${path}${copy}`))
    .replace(/`\/desk\d+api/g, '`/api')
    .replace(/\bassignee\.teams\b/g, `assignee.teams${copy}`)
}
