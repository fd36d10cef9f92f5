// The remedies in hints, as edits of the page's wrong example, or of a separate text if the page shows another case of
// the number. A hint with a choice has one entry for each way.

import type { DiagnosticNumber } from '@ninefold/core/diagnostic/registry.ts'

export interface Remedy {
  /** The words of the hint that this edit follows. */
  readonly words: string
  /** Missing: the page's wrong example. */
  readonly text?: string
  readonly edits: readonly (readonly [find: string, replace: string])[]
}

const LABELS = `# Labels

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Team

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required, unique | | |

### Entity: Label

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| team | Team | required, deleted together | | |
| name | text up to 80 | required, unique within team | | |

### Entity: Issue

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| label | Label | cleared on deletion | | |
| onHand | whole number 0 to 10 | set by product | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Issue | | label |
| Guest | see | Label | | all |

## 7. The calls it makes

### POST /api/issues — New issue

- **Who:** Guest
- **Runs as:** the product

| Input | Like | Needed |
| --- | --- | --- |
| label | Issue.label | no |
| count | Issue.onHand | no |
| names | list of text | yes |

1. create Issue as issue with given label, onHand = \`input.count\`
2. respond 204
`
const labels = (find: string, replace: string): string => LABELS.replace(find, () => replace)
const steps = (lines: string): string =>
  labels('1. create Issue as issue with given label, onHand = `input.count`\n2. respond 204\n', `${lines}\n`)

/** A many-to-many relation between teams and issues, kept by the team. */
const KNOWN = steps(
  '1. create Issue as issue with given label\n2. for each team in Team:\n   1. add team to issue.teams\n3. respond 204',
)
  .replace('| name | text up to 80 | required, unique | | |', '$&\n| issues | list of Issue | | | |')
  .replace('| onHand |', '| teams | list of Team via issues | | | |\n| onHand |')

/** A call with a transition that other roles may do. */
const CLOSING = steps('1. create Issue as issue with given label\n2. do close on issue\n3. respond 204')
  .replace('- **Runs as:** the product\n', '')
  .replace('| onHand |', '| status | state | | | |\n| onHand |')
  .replace('| Guest | | by not being signed in |', '| Guest | | by not being signed in |\n| Clerk | | from a Clerk |')
  .replace(
    '## 6. Roles',
    '## 4. States and transitions\n\n### States of Issue.status\n\n| State | Means | Kind |\n| --- | --- | --- |\n| open | | initial |\n| closed | | final |\n\n| Transition | From | To | Who | Only if | Then |\n| --- | --- | --- | --- | --- | --- |\n| close | open | closed | Clerk | | |\n\n## 6. Roles',
  )

export const REMEDIES: Partial<Record<DiagnosticNumber, readonly Remedy[]>> = {
  N052: [
    { words: 'For the field write this.book', edits: [['`book == book`', '`this.book == book`']] },
    {
      words: 'give it another name where it is bound',
      edits: [
        ['1. find book in', '1. find lent in'],
        ['`book == book`', '`book == lent`'],
      ],
    },
  ],
  N055: [
    { words: 'Ask first: pages != null && …', edits: [['`pages > 500`', '`pages != null && pages > 500`']] },
    { words: 'orElse(…, …)', edits: [['`pages > 500`', '`orElse(pages, 0) > 500`']] },
    {
      words: 'Ask first: when `issue != null`: …',
      text: steps(
        '1. when `input.count != null`: create Issue as issue with given label\n2. set issue.onHand to `1`\n3. respond 204',
      ),
      edits: [['2. set', '2. when `issue != null`: set']],
    },
  ],
  N009: [
    {
      words: 'Give it another name, such as oneItem',
      text: steps('1. create Issue as item with given label\n2. set item.onHand to `1`\n3. respond 204'),
      edits: [
        ['Issue as item', 'Issue as oneItem'],
        ['set item', 'set oneItem'],
      ],
    },
  ],
  N011: [
    {
      words: 'Name one field of Issue, such as label',
      text: `${LABELS.replace(
        '\n| Who | May',
        () =>
          '\n| Role for a record | Entity | Must have | When |\n| --- | --- | --- | --- |\n| Own | Label | Guest | `name == "a"` |\n\n| Who | May',
      )}`.replace(
        '| Guest | see, create, change | Issue',
        '| Own of label.team | see | Issue | | all |\n| Guest | see, create, change | Issue',
      ),
      edits: [['Own of label.team', 'Own of label']],
    },
  ],
  N064: [
    {
      words: 'Ask the records themselves',
      edits: [['editions.map(e, {"title": e.title}).exists(e, true)', 'editions.exists(e, e.title != title)']],
    },
  ],
  N207: [
    {
      words: 'Give one of the roles the permission',
      edits: [['| Librarian | see, create |', '| Reader | create | Book | | title |\n| Librarian | see, create |']],
    },
    { words: 'name one that may do it in Who', edits: [['- **Who:** Reader', '- **Who:** Reader, Librarian']] },
    { words: 'take the action out', edits: [['- **Can:** Add a book: call `POST /api/books`\n', '']] },
  ],
  N240: [
    { words: 'Name the role in Who', edits: [['- **Who:** Reader', '- **Who:** Reader, Librarian']] },
    { words: 'take the action out', edits: [['- **Can:** Add a book: call `POST /api/books`\n', '']] },
  ],
  N505: [
    {
      words: 'as a rule over Booking: `…` never overlaps',
      edits: [
        [
          '| Rule | Entity | When | If | Must hold | Otherwise |\n| --- | --- | --- | --- | --- | --- |\n| No double booking | Booking | always | | `room.bookings.all(b, b == this \\|\\| !overlaps(b.during, during))` | TAKEN |',
          '| Rule | Over | Same | Counting only | Holds | Otherwise |\n| --- | --- | --- | --- | --- | --- |\n| No double booking | Booking | room | | `during` never overlaps | TAKEN |',
        ],
      ],
    },
  ],
  N904: [
    { words: 'Write the name of the constant here', edits: [['have it for 60 days.', 'have it for {longestLoan}.']] },
  ],
  N068: [{ words: 'Divide by 100', edits: [['`price * vatRate`', '`price * vatRate / 100`']] }],
  N203: [
    {
      words: '"shelfmark is Entity.field"',
      edits: [['`/books/:shelfmark` | Book | none', '`/books/:shelfmark` | Book | shelfmark is Book.shelfmark']],
    },
  ],
  N213: [
    { words: '"20 per page"', edits: [['title A to Z\n', 'title A to Z, 20 per page\n']] },
    { words: '"all of them"', edits: [['title A to Z\n', 'title A to Z, all of them\n']] },
  ],
  N220: [
    {
      words: '"Used by: other programs"',
      edits: [['lend — Lend\n\n- **Who:**', 'lend — Lend\n\n- **Used by:** other programs\n- **Who:**']],
    },
  ],
  N321: [
    {
      words: 'Add "Users are:" to "Signing in"',
      edits: [
        [
          '### Entity: Book',
          '### Entity: User\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n| name | text up to 80 | | | |\n\n### Entity: Book',
        ],
        ['| Role | Includes', '### Signing in\n\n- **Users are:** User\n\n### Roles\n\n| Role | Includes'],
        ['| Who | May', '### Permissions\n\n| Who | May'],
      ],
    },
    { words: 'take createdBy out', edits: [[', createdBy', '']] },
  ],
  N419: [
    {
      words: 'Add "### States of Loan.phase"',
      edits: [
        [
          '## 4. States and transitions\n',
          '## 4. States and transitions\n\n### States of Loan.phase\n\n| State | Means | Kind |\n| --- | --- | --- |\n| new | new | initial |\n',
        ],
      ],
    },
  ],
  N619: [
    {
      words: 'Write its value: onHand = `input.onHand`',
      text: labels('onHand = `input.count`', 'given onHand').replace('| count |', '| onHand |'),
      edits: [['given onHand', 'onHand = `input.onHand`']],
    },
    {
      words: 'Write add issue to team.issues',
      text: KNOWN,
      edits: [['add team to issue.teams', 'add issue to team.issues']],
    },
    {
      words: 'Write change label with team = `team`',
      text:
        KNOWN.replace('| issues | list of Issue | | | |', '$&\n| labels | list of Label via team | | | |')
          .replace(
            'add team to issue.teams',
            'add issue to team.issues\n3. find label in Label where `name == "a"` or fail NONE\n4. find team in Team where `name == "a"` or fail NONE\n5. add label to team.labels',
          )
          .replace('\n3. respond 204', '\n6. respond 204') +
        '\n## 8. The error catalogue\n\n| Code | Status | About | Message |\n| --- | --- | --- | --- |\n| NONE | 404 | label | None. |\n',
      edits: [['add label to team.labels', 'change label with team = `team`']],
    },
  ],
  N703: [
    {
      words: 'write "by id"',
      text: labels('| label | Issue.label |', '| label | Issue.label by name |'),
      edits: [['Issue.label by name', 'Issue.label by id']],
    },
    {
      words: 'the rule "unique"',
      text: labels('| label | Issue.label |', '| label | Issue.label by name |'),
      edits: [['unique within team', 'unique']],
    },
  ],
  N705: [
    {
      words: 'Bind the record first: let label be `issue.label`',
      text: steps(
        '1. create Issue as issue with given label\n2. set issue.label.name to `"a"`\n3. respond 204',
      ).replace('| label | Label | cleared on deletion |', '| label | Label | required, blocks deletion |'),
      edits: [['2. set issue.label.name to', '2. let label be `issue.label`\n3. set label.name to']],
    },
    {
      words: 'one step behind it, in the same line: when `…`: respond 204',
      text: steps('1. when input.count != null: respond 204\n2. respond 204'),
      edits: [['when input.count != null:', 'when `input.count != null`:']],
    },
  ],
  N710: [
    {
      words: 'Write create, change or delete',
      edits: [['set book.lent to `input.lent`', 'change book with given lent']],
    },
    {
      words: 'or for none where the call says "Runs as: the product"',
      edits: [
        ['set book.lent to `input.lent`', 'change book with given lent'],
        ['- **Who:** Librarian\n', '- **Who:** Librarian\n- **Runs as:** the product\n'],
        ['| Librarian | see, create, change | Book | | all |', '| Librarian | see, create | Book | | all |'],
      ],
    },
  ],
  N711: [
    {
      words: 'Give one of these roles the permission in point 6',
      edits: [
        [
          '| Librarian | create | Book | | title |',
          '| Librarian | create | Book | | title |\n| Reader | delete | Book | | |',
        ],
      ],
    },
    {
      words: 'write "Runs as: the product, whoever calls" below the heading',
      edits: [['- **Who:** Reader\n', '- **Who:** Reader\n- **Runs as:** the product, whoever calls\n']],
    },
  ],
  N745: [
    { words: 'Write "the clock" under its Who', edits: [['| back | Librarian |', '| back | Librarian, the clock |']] },
    { words: 'Write one of these roles', text: CLOSING, edits: [['| closed | Clerk |', '| closed | Clerk, Guest |']] },
    { words: 'or "call only"', text: CLOSING, edits: [['| closed | Clerk |', '| closed | Clerk, call only |']] },
  ],
  N720: [
    {
      words: '"Runs as: the product, whoever calls"',
      edits: [['**Runs as:** the product', '**Runs as:** the product, whoever calls']],
    },
  ],
  N738: [
    {
      words: '"Runs as: the product, whoever calls"',
      edits: [['**Runs as:** the product', '**Runs as:** the product, whoever calls']],
    },
  ],
  N757: [
    {
      words: 'Add "Second factor: possible" below "Signing in"',
      edits: [
        ['- **Sign up:** open, gives Member', '- **Sign up:** open, gives Member\n- **Second factor:** possible'],
      ],
    },
    { words: 'or leave the line out', edits: [['- **Needs:** a fresh second factor\n', '']] },
  ],
}
