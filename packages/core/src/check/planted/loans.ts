// Mistakes of points 4 and 5 in a small specification that uses every construct of them.

import type { PlantedMistakes } from './planted.ts'

const PAUSE = '| pause | out, asked | paused | Librarian | | |'
const FORGET = '| forget | any except back | back | call only | | |'
const DUE = '| due | remind | when `dueAt` passes |'
const FEW = '| Few loans | Loan | reader | `status == "out"` | at most 3 | TOO_MANY |'
const RULES = '| Rule | Over | Same | Counting only | Holds | Otherwise |'
const ONE = `| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
`
const rule = (row: string): readonly [string, string] => [RULES, `${ONE}${row}\n\n${RULES}`]

export const STATES_AND_RULES: PlantedMistakes = {
  'the machine as a whole': [
    ['N320', '### States of Item.status', '### States of Item.⟪statsu⟫'],
    ['N420', '### States of Item.status', '### States of Item.⟪title⟫'],
    ['N301', '### States of Item.status', '### States of ⟪Itm⟫.status'],
    ['N419', '| title | text | required | | |', '| title | text | required | | |\n| shelf | ⟪state⟫ | | | |'],
    [
      'N008',
      '| close | open | closed | Librarian | | |',
      '| close | open | closed | Librarian | | |',
      ['| number | whole number | | | |', '| number | whole number | | | |\n| money | state | | | |'],
      [
        '### States of Item.status',
        '### States of Loan.money\n\n| State | Means | Kind |\n| --- | --- | --- |\n| due | | initial |\n| paid | | final |\n\n| Transition | From | To | Who | Only if | Then |\n| --- | --- | --- | --- | --- | --- |\n| ⟪pause⟫ | due | paid | Librarian | | |\n\n### States of Item.status',
      ],
    ],
    ['N008', '| paused | it rests | | reader |', '| paused | it rests | | reader |\n| ⟪out⟫ | | | |'],
    [
      'N401',
      '| open | with the reader | initial |',
      '| open | with the reader | |',
      ['### States of Item.status', '### States of Item.⟪status⟫'],
    ],
  ],
  'what a state locks': [
    ['N320', '| all except note |', '| all except ⟪nott⟫ |'],
    ['N320', '| reader |\n| back', '| ⟪raeder⟫ |\n| back'],
    [
      'N413',
      '| paused | it rests | | reader |',
      '| paused | it rests | | number |',
      [PAUSE, '| rest | paused | paused | Librarian | | ⟪clear number⟫ |\n' + PAUSE],
    ],
  ],
  'where a transition starts and leads': [
    ['N405', PAUSE, '| pause | out, ⟪askd⟫ | paused | Librarian | | |'],
    ['N405', FORGET, '| forget | any except ⟪bak⟫ | back | call only | | |'],
    ['N405', '| paused | the state before |', '| paused | ⟪the state befor⟫ |'],
    ['N011', '| ask | nothing | asked |', '| ask | nothing | ⟪the state before⟫ |'],
    ['N407', '| ask | nothing | asked | Reader |', '| ask | nothing | asked | Reader, ⟪the clock⟫ |'],
    [
      'N407',
      '| go on | paused | the state before |',
      '| go on | paused | out |',
      ['| lend | asked | out |', '| undo | asked | ⟪the state before⟫ | Librarian | | |\n| lend | asked | out |'],
      ['| pause | out, asked |', '| pause | out |'],
    ],
    ['N404', FORGET, '| forget | any | back | call only | | |\n| lose | ⟪back⟫ | back | Librarian | | |'],
    [
      'N402',
      '| begin | nothing | out |',
      '| begin | nothing | asked |',
      ['| lend | asked | out |', '| lend | out | out |'],
      ['| pause | out, asked |', '| pause | asked |'],
      ['| out | the reader has it |', '| ⟪out⟫ | the reader has it |'],
    ],
  ],
  'who does a transition': [
    ['N601', FORGET, '| forget | any except back | back | ⟪calls only⟫ | | |'],
    ['N601', '| remind | out | out | the clock |', '| remind | out | out | ⟪the clok⟫ |', [DUE, DUE]],
    [
      'N407',
      '2. do forget on loan',
      '2. do take back on loan',
      [FORGET, '| forget | any except back | back | ⟪call only⟫ | | |'],
    ],
    ['N013', PAUSE, '| pause | out, asked | paused | Librarian, ⟪outside service Shop⟫ | | |'],
    ['N407', PAUSE, '| ⟪pause⟫ | out, asked | paused | | | |'],
    [
      'N418',
      '2. do forget on loan',
      '2. do ⟪begin⟫ on loan',
      [FORGET, '| forget | any except back | back | Librarian | | |'],
    ],
    ['N408', '`!me.has("Librarian")`', '', ['| begin | nothing | out |', '| ⟪begin⟫ | nothing | out |']],
  ],
  effects: [
    ['N301', 'record Event with loan', 'record ⟪Evnt⟫ with loan'],
    ['N724', 'record Event with loan = `this`, what = `orElse(note, "begun")`', 'record ⟪Event⟫ with loan = `this`'],
    ['N320', 'what = `orElse(note, "begun")`', '⟪wat⟫ = `"begun"`, what = `"a"`'],
    ['N055', '`orElse(note, "begun")`', '`⟪note⟫`'],
    ['N725', 'what = `orElse(note, "begun")`', 'what = `"a"`, given ⟪note⟫'],
    ['N418', 'do close on each', 'do ⟪clos⟫ on each'],
    ['N320', 'on each of items', 'on each of ⟪itms⟫'],
    ['N011', 'do close on each of items where `status == "open"`', 'do close on each of ⟪reader⟫'],
    ['N011', 'do close on each of items where `status == "open"`', '⟪do close on items⟫'],
    ['N011', 'set returnedAt to `now`; do', '⟪create Event with loan = `this`, what = `"a"`⟫; do'],
    ['N054', '`status == "open"` |', '`⟪title⟫` |'],
  ],
  'inputs and steps of a transition': [
    ['N418', '### Transition: Loan take back', '### Transition: Loan ⟪take bak⟫'],
    ['N301', '### Transition: Loan take back', '### Transition: ⟪Lon⟫ take back'],
    ['N418', '### Transition: Loan take back', '### Transition: Loan ⟪ask⟫', ['1. change loan with given note\n', '']],
    [
      'N008',
      '### States of Item.status',
      '### Transition: Loan ⟪take back⟫\n\n1. set loan.number to `1`\n\n### States of Item.status',
    ],
    ['N707', '1. change loan with given note\n', '', ['| note | Loan.note | no |', '| ⟪note⟫ | Loan.note | no |']],
    ['N730', '1. change loan with given note', '1. change loan with given note\n2. ⟪respond 204⟫'],
    ['N725', 'given note\n', 'given ⟪nte⟫\n', ['| note | Loan.note | no |', '| note | Loan.note | no |']],
    ['N051', 'loan = `loan`, what', 'loan = `⟪lone⟫`, what'],
  ],
  clocks: [
    ['N418', '| due | remind |', '| due | ⟪remnd⟫ |'],
    ['N409', '| due | remind |', '| due | ⟪lend⟫ |'],
    ['N008', '| due | remind |', '| ⟪morning⟫ | remind |'],
    ['N405', 'after entering out, once', 'after entering ⟪outt⟫, once'],
    ['N409', 'after entering out, once', 'after entering ⟪paused⟫, once'],
    ['N410', '3 days after entering out, once', '⟪3 days after entering out⟫'],
    ['N010', 'when `dueAt` passes', 'when ⟪dueAt⟫ passes'],
    ['N054', 'when `dueAt` passes', 'when `⟪number⟫` passes'],
    ['N051', 'when `dueAt` passes', 'when `⟪now⟫` passes'],
    ['N054', '3 days after', '`⟪number⟫` after'],
    ['N011', 'every day at 08:00', '⟪every day at 8⟫'],
    ['N011', 'every day at 08:00', '⟪daily at 08:00⟫'],
    [
      'N409',
      '| reminder | remind | 3 days after entering out, once |\n| morning | remind | every day at 08:00 |\n',
      '',
      [DUE, ''],
      ['| remind | out | out | the clock |', '| remind | out | out | ⟪the clock⟫ |'],
      ['| Clock | Does | Runs |\n| --- | --- | --- |\n', ''],
    ],
  ],
  'fields that nothing has set on the way': [
    [
      'N414',
      ...rule('| A date | Loan | always | `status == "back"` | `returnedAt != null` | TOO_MANY |'),
      [FORGET, '| ⟪forget⟫ | any except back | back | call only | | |'],
    ],
    ['N414', PAUSE, '| pause | out, asked | paused | Librarian | `⟪returnedAt != null⟫` | |'],
  ],
  'rules over several records': [
    ['N008', '| Sums | Loan |', '| ⟪Few loans⟫ | Loan |'],
    ['N301', '| Sums | Loan |', '| Sums | ⟪Lon⟫ |'],
    ['N320', '| Few loans | Loan | reader |', '| Few loans | Loan | ⟪raeder⟫ |'],
    ['N008', '| Few loans | Loan | reader |', '| Few loans | Loan | reader, ⟪reader⟫ |'],
    ['N510', '| Few loans | Loan | reader |', '| Few loans | Loan | ⟪items⟫ |'],
    ['N510', '`status == "out"`', '`⟪reader.name⟫ == "out"`'],
    ['N510', '`status == "out"`', '`dueAt != null && dueAt > ⟪now⟫`'],
    ['N510', '`status == "out"`', '`reader == ⟪me⟫`'],
    ['N510', '`status == "out"`', '`⟪items⟫.size() > 3`'],
    ['N051', '`status == "out"`', '`⟪stats⟫ == "out"`'],
    ['N802', 'at most 3 | TOO_MANY', 'at most 3 | ⟪TO_MANY⟫'],
    ['N506', FEW, '| ⟪Few loans⟫ | Loan | reader | `status == "out"` | at most 3 | |'],
    ['N506', FEW, '| ⟪Few loans⟫ | Loan | reader | `status == "out"` | at most 3 | none |'],
    ['N011', FEW, '| ⟪⟫ | Loan | reader | `status == "out"` | at most 3 | TOO_MANY |'],
    ['N011', 'at most 3', '⟪max 3⟫'],
    ['N011', 'at most 3', '⟪unique⟫'],
    ['N055', 'at most 3', 'at most `⟪number⟫`'],
    [
      'N510',
      'at most 3',
      'at most `size(⟪reader⟫.name)`',
      ['| Few loans | Loan | reader |', '| Few loans | Loan | dueAt |'],
    ],
    ['N510', 'at most 3', 'at most ⟪-1⟫'],
    ['N054', 'at most 3', 'at most ⟪3.5⟫'],
    ['N510', 'at most 3', '`⟪dueAt⟫` never overlaps'],
    [
      'N510',
      'at most 3',
      '`⟪reader⟫` never in a circle',
      ['| Few loans | Loan | reader | `status == "out"` |', '| Few loans | Loan | | |'],
    ],
    ['N510', '`number` never below 0', '`⟪note⟫` never below 0'],
    ['N510', '| Numbers are positive | Loan | |', '| Numbers are positive | Loan | ⟪reader⟫ |'],
    ['N010', '`number` never below 0', '⟪number⟫ never below 0'],
    [
      'N510',
      'sum of `number`',
      'sum of `⟪twice⟫`',
      [
        '| number | whole number | | | |',
        '| number | whole number | | | |\n| twice | whole number | computed `orElse(number, 0) * 2` | | |',
      ],
    ],
    ['N501', 'at most 3', '⟪at most 0⟫'],
    ['N502', 'at most 3', '⟪at least 0⟫'],
    ['N502', '`status == "out"`', '`⟪status == "out" && status == "asked"⟫`'],
    [
      'N504',
      'at most 3',
      '⟪at most 1⟫',
      ['| Few loans | Loan | reader | `status == "out"` |', '| Few loans | User | email | |'],
    ],
    [
      'N504',
      '`number` never below 0',
      '⟪`number` never below 0⟫',
      ['| number | whole number |', '| number | whole number 1 to 9 |'],
    ],
    ['N503', FEW, `${FEW}\n| Enough loans | Loan | reader | \`status == "out"\` | ⟪at least 5⟫ | TOO_MANY |`],
    [
      'N503',
      'sum of `number` at most 100 | TOO_MANY |',
      'sum of `number` at most 100 | TOO_MANY |\n| All | Loan | reader | | ⟪sum of `number` is 120⟫ | TOO_MANY |',
    ],
  ],
  'rules that look at other records': [
    ['N505', ...rule('| Few | Loan | create | | `size(⟪Loan⟫.filter(l, l.reader == reader)) <= 3` | TOO_MANY |')],
    ['N505', ...rule('| Few | Item | create | | `⟪loan.items⟫.size() <= 3` | TOO_MANY |')],
  ],
}
