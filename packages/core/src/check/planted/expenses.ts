// Mistakes in the expense application: calendar periods, money, dates and periods of dates, choices of a field,
// files, delegation, a clock that reminds once, forms that are filled from a call.

import type { PlantedMistakes } from './planted.ts'

const IBAN = '| iban | text up to 34 | personal data, pattern `[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}` |'
const AWAY = '| away | period of dates | | | |'
const AMOUNT = '| amount | money in EUR | required, at least 0.01 | | |'
const GUESTS = '| guests | choices: customer, supplier, colleague | | | for meals |'
const CATEGORY = '| category | choice: travel, meal, lodging, material | required | travel | |'
const RECEIPT = '| receipt | file up to `maxReceiptSize` | | | |'
const NUMBER = '| number | sequence per year as "{year}/{n:4}", without gaps | unique |'
const SOON = '`paidOn >= minus(today, handInWithin)`'
const LARGE = '| Large expenses have a receipt | Expense | always | `amount > receiptFrom` | `receipt != null` |'
const MEAL = '| Meals have a limit | Expense | always | `category == "meal"` | `amount <= mealLimit` |'
const GUEST_RULE = '| Guests belong to meals | Expense | always | `category != "meal"` | `guests.size() == 0` |'
const DRAFT = '| One draft at a time | Report | employee | `status == "draft"` | at most 1 |'
const TREE = '| Managers form a tree | User | | | `manager` never in a circle |'
const PAY = '| pay | accepted | paid | Accountant | `employee != me` | set paidOn to `today`; send Paid |'
const HAND_IN =
  '| hand in | draft | handed in | Owner | `expenses.size() > 0` | set submittedAt to `now`; clear remark; send Handed in |'
const SEND_BACK =
  '| send back | handed in | draft | Manager of it, Stand-in of it | `remark != null` | clear submittedAt; send Sent back |'
const PATIENCE = '| patience | remind | `remindAfter` after entering handed in, once |'
const STAND_IN = '| Stand-in of it | Report | Employee | `employee.manager != null && employee.manager.standIn == me'
const OWN = '| Employee | change | User | `id == me.id` | name, password, iban, away, standIn |'
const CREATE =
  '2. create Expense as expense with report = `report`, given paidOn, category, description, amount, receipt, guests or fail NOT_YOUR_REPORT'
const MONTHLY = '- **Runs:** every month on day 1 at 08:00'
const UNUSED = ['| maxReceiptSize |', '| ⟪maxReceiptSize⟫ |'] as const
const SENT_BACK = '| Sent back | email | `employee.email` | {number} came back |'

export const EXPENSES: PlantedMistakes = {
  'rights that widen themselves': [
    [
      'N102 N608',
      AWAY,
      AWAY + '\n| isBoss | yes/no | required | no | |',
      [
        '| Admin | Employee | from an Admin; the',
        '| ⟪Chief⟫ | Employee | when `isBoss` |\n| Admin | Employee | from an Admin; the',
      ],
      ['| Accountant | see | User | | id', '| Chief | see | User | | email |\n| Accountant | see | User | | id'],
      [OWN, OWN.replace('standIn |', 'standIn, ⟪isBoss⟫ |')],
    ],
    [
      'N608',
      OWN,
      OWN.replace('standIn |', 'standIn, ⟪manager⟫ |'),
      ['| Manager | Employee | from an Admin |', '| Manager | Employee | when `manager == null` |'],
    ],
    [
      'N608',
      '| Employee | create | Report | | title, project |',
      '| Employee | create | Report | | title, project |\n| Employee | change | Report | | ⟪employee⟫ |',
      ['| employee | User | required, set once, blocks', '| employee | User | required, blocks'],
    ],
    [
      'N608',
      '| Employee | see | Project | `open` | id, name, open |',
      '| Employee | see | Project | `open && me.name != "Nobody"` | id, name, open |',
      [OWN, OWN.replace('| name, password', '| ⟪name⟫, password')],
    ],
    [
      'N603',
      '| Guest | create | User | | name, email, password |',
      '| Guest | create | User | `⟪me⟫ != null` | name, email, password |',
    ],
  ],
  'calendar periods and dates': [
    ['N054', SOON, SOON.replace('today', '⟪paidOn >= today⟫')],
    ['N054', SOON, '`⟪paidOn >= minus(now, handInWithin)⟫`'],
    ['N054', SOON, '`paidOn >= minus(today, ⟪maxExpenses⟫)`'],
    ['N054', SOON, '`⟪paidOn >= handInWithin⟫`'],
    ['N054', '`paidOn <= today`', '`⟪paidOn <= now⟫`'],
    ['N054', '`paidOn <= today`', '`⟪paidOn <= "2026-01-01"⟫`'],
    ['N055', '`paidOn <= today`', '`⟪report.paidOn⟫ <= today`'],
    ['N054', '`paidOn <= today`', '`paidOn <= date(⟪"2026-01-01x"⟫)`'],
    ['N054', 'set paidOn to `today`', 'set paidOn to `⟪now⟫`'],
    ['N054', 'set submittedAt to `now`', 'set submittedAt to `⟪today⟫`'],
    [
      'N054',
      '| handInWithin | 3 months |',
      '| handInWithin | three months |',
      [SOON, SOON.replace('handInWithin', '⟪handInWithin⟫')],
    ],
    ['N054', 'createdAt < minus(now, remindAfter)', '⟪createdAt < minus(today, remindAfter)⟫'],
    [
      'N055',
      'employee.manager.away != null && employee.manager.away.contains(today)',
      '⟪employee.manager.away⟫.contains(today)',
    ],
    ['N054', 'employee.manager.away.contains(today)', 'employee.manager.away.contains(⟪now⟫)'],
    ['N051', 'employee.manager.away.contains(today)', 'employee.manager.away.⟪covers⟫(today)'],
  ],
  money: [
    [
      'N054',
      LARGE,
      LARGE.replace('amount > receiptFrom', '⟪amount > maxExpenses⟫'),
      ['| receiptFrom |', '| receiptFrom |'],
    ],
    ['N054', LARGE, LARGE.replace('amount > receiptFrom', '⟪amount > 25⟫')],
    ['N054', MEAL, MEAL.replace('amount <= mealLimit', 'amount <= ⟪mealLimit * mealLimit⟫')],
    ['N051', MEAL, MEAL.replace('mealLimit', '⟪mealLimits⟫')],
    ['N011', AMOUNT, AMOUNT.replace('money in EUR', '⟪money in euro⟫')],
    ['N011', AMOUNT, AMOUNT.replace('money in EUR', '⟪money in EURO⟫')],
    ['N011', AMOUNT, AMOUNT.replace('money in EUR', 'money in ⟪EUX⟫')],
    ['N011', AMOUNT, AMOUNT.replace('at least 0.01', '⟪at least one cent⟫')],
    [
      'N054',
      AMOUNT,
      AMOUNT.replace('money in EUR', 'money in USD'),
      ['`amount > receiptFrom`', '`⟪amount > receiptFrom⟫`'],
      ['`amount <= mealLimit`', '`⟪amount <= mealLimit⟫`'],
      ['`expenses.map(e, e.amount).sum()`', '`⟪expenses.map(e, e.amount).sum()⟫`'],
    ],
    ['N054', 'computed and stored `expenses.map(e, e.amount).sum()`', 'computed and stored `⟪expenses.size()⟫`'],
    ['N011', '| receiptFrom | 25 EUR |', '| receiptFrom | ⟪EUR 25⟫ |'],
    [
      'N504',
      '| Meals have a limit |',
      '| Amounts | Expense | always | | `⟪amount >= 0⟫` | TOO_OLD |\n| Meals have a limit |',
    ],
  ],
  'choices and files': [
    ['N062', MEAL, MEAL.replace('"meal"', '"⟪meals⟫"')],
    ['N062', GUEST_RULE, GUEST_RULE.replace('guests.size() == 0', '!guests.exists(g, g == "⟪client⟫")')],
    ['N054', GUEST_RULE, GUEST_RULE.replace('guests.size() == 0', '⟪guests == "customer"⟫')],
    ['N011', GUESTS, GUESTS.replace('choices: customer, supplier, colleague', '⟪choices⟫')],
    ['N008', CATEGORY, CATEGORY.replace('lodging', 'lodging, ⟪meal⟫')],
    ['N307', CATEGORY, CATEGORY.replace('| travel |', '| ⟪trip⟫ |')],
    ['N011 N901', RECEIPT, RECEIPT.replace('file up to `maxReceiptSize`', '⟪file⟫'), UNUSED],
    ['N903 N901', RECEIPT, RECEIPT.replace('maxReceiptSize', '⟪maxExpenses⟫'), UNUSED],
    ['N908', RECEIPT, RECEIPT.replace('maxReceiptSize', '⟪maxReceiptSiz⟫')],
    ['N011', '| maxReceiptSize | 10 MB |', '| maxReceiptSize | ⟪10 megabytes⟫ |'],
    ['N328', IBAN, IBAN.replace('[A-Z]{2}', '⟪(?=A)[A-Z]{2}').replace('{11,30}`', '{11,30}⟫`')],
    [
      'N326',
      NUMBER,
      NUMBER.replace(
        'sequence per year as "{year}/{n:4}", without gaps',
        '⟪sequence per year as "{n:4}", without gaps⟫',
      ),
    ],
    ['N011', NUMBER, NUMBER.replace('without gaps', '⟪gapless⟫')],
  ],
  'rules and groups': [
    ['N501', MEAL, MEAL.replace('amount <= mealLimit', '⟪amount < 0⟫')],
    ['N504', MEAL, MEAL.replace('amount <= mealLimit', '⟪amount > 0⟫')],
    ['N510', DRAFT, DRAFT.replace('| employee |', '| ⟪expenses⟫ |')],
    ['N501', DRAFT, DRAFT.replace('at most 1', '⟪at most 0⟫')],
    ['N062', DRAFT, DRAFT.replace('"draft"', '"⟪drafts⟫"')],
    ['N510', TREE, TREE.replace('`manager`', '`⟪reports⟫`')],
    ['N510', TREE, TREE.replace('| User | |', '| User | ⟪name⟫ |')],
    [
      'N320',
      '| Only open projects are charged | Report | project changes |',
      '| Only open projects are charged | Report | ⟪projekt⟫ changes |',
    ],
    [
      'N055',
      '| Only open projects are charged | Report | project changes | `project != null` | `project.open` |',
      '| Only open projects are charged | Report | project changes | | `⟪project.open⟫` |',
    ],
    [
      'N508',
      '| Only open projects are charged | Report | project changes |',
      '| Only open projects are charged | Report | ⟪employee⟫ changes |',
    ],
    ['N301', '| Nobody is their own manager | User |', '| Nobody is their own manager | ⟪Users⟫ |'],
    [
      'N804',
      '| PROJECT_CLOSED | 422 | project | {project.name} takes',
      '| PROJECT_CLOSED | 422 | project | {⟪projekt.name⟫} takes',
    ],
  ],
  'states, effects and clocks': [
    ['N055', PAY, PAY.replace('employee != me', '⟪decidedBy.name⟫.size() > 3')],
    ['N320', PAY, PAY.replace('set paidOn', 'set ⟪payedOn⟫')],
    ['N723', PAY, PAY.replace('send Paid', 'send ⟪Pad⟫')],
    ['N406', HAND_IN, HAND_IN.replace('clear remark', 'clear ⟪title⟫')],
    ['N011', HAND_IN, HAND_IN.replace('clear remark', '⟪empty remark⟫')],
    ['N601', SEND_BACK, SEND_BACK.replace('Stand-in of it', '⟪Standin of it⟫')],
    ['N405', SEND_BACK, SEND_BACK.replace('| handed in |', '| ⟪handed-in⟫ |')],
    ['N410', PATIENCE, '| patience | remind | ⟪`remindAfter` after entering handed in⟫ |'],
    ['N405', PATIENCE, PATIENCE.replace('entering handed in', 'entering ⟪handed⟫')],
    ['N054', PATIENCE, PATIENCE.replace('`remindAfter`', '`⟪maxAttempts⟫`')],
    ['N059', PAY, PAY.replace('`employee != me`', '`⟪employee != employee⟫`')],
    ['N320', '| take back | handed in | draft | Owner |', '| take back | handed in | draft | Owner of ⟪report⟫ |'],
    ['N403', '| paid | done | final |', '| ⟪paid⟫ | done | |'],
  ],
  'roles for a record': [
    ['N051', STAND_IN, STAND_IN.replace('standIn == me', '⟪standin⟫ == me')],
    ['N301', '| Owner | Report | Employee | `employee == me` |', '| Owner | ⟪Reports⟫ | Employee | `employee == me` |'],
    ['N601', '| Owner | Report | Employee | `employee == me` |', '| Owner | Report | ⟪Employees⟫ | `employee == me` |'],
    [
      'N602',
      '| Owner of report | see, create, change, delete | Expense |',
      '| ⟪Owner⟫ | see, create, change, delete | Expense |',
    ],
    [
      'N320',
      '| Owner of report | see, create, change, delete | Expense |',
      '| Owner of ⟪reports⟫ | see, create, change, delete | Expense |',
    ],
    [
      'N415',
      '| Owner | change | Report | `status == "draft"` | title, project |',
      '| Owner | change | Report | `status == "draft"` | title, project, ⟪status⟫ |',
    ],
  ],
  'calls, forms and schedules': [
    [
      'N725',
      '1. change me with given name, iban, standIn, away',
      '1. change me with given name, iban, ⟪standin⟫, away',
      ['| standIn | User.standIn by email | no |', '| standIn | User.standIn by email | no |'],
    ],
    ['N703', '| standIn | User.standIn by email | no |', '| standIn | User.standIn by ⟪name⟫ | no |'],
    [
      'N208 N220',
      '- **Form:** call `PUT /api/me`,',
      '- **Form:** call `⟪PUT /api/mee⟫`,',
      ['### PUT /api/me ', '### PUT ⟪/api/me⟫ '],
    ],
    [
      'N226 N220',
      'filled from `GET /api/me`',
      'filled from `⟪GET /api/projects⟫`',
      ['### GET /api/me ', '### GET ⟪/api/me⟫ '],
    ],
    ['N201', 'then open My reports', 'then open ⟪My report⟫'],
    ['N051', '1. respond 200 with `Person(me)`', '1. respond 200 with `⟪Persn⟫(me)`'],
    ['N725', CREATE, CREATE.replace('given paidOn', 'given ⟪payedOn⟫')],
    ['N802', CREATE, CREATE.replace('NOT_YOUR_REPORT', '⟪NOT_YOUR_REPORTS⟫')],
    ['N011', MONTHLY, '- **Runs:** ⟪monthly⟫'],
    ['N011', MONTHLY, '- **Runs:** every month on day ⟪32⟫ at 08:00'],
    ['N723', '   1. send Left behind', '   1. send ⟪Left behnd⟫'],
    ['N051', '{draft.number} is still a draft', '{draft.⟪nummer⟫} is still a draft'],
    ['N729', SENT_BACK, SENT_BACK.replace('employee.email', '⟪employee.name⟫')],
    [
      'N735',
      '{"paidOn": "2026-01-15", "description": "Train", "amount": "48.00"}` answers 422',
      '⟪{"paidOn": "2026-01-15", "description": "Train"}⟫` answers 201',
    ],
    ['N051', 'call `POST /api/reports/{number}/expenses`', 'call `POST /api/reports/{⟪nummer⟫}/expenses`'],
  ],
  'near misses': [
    ['N011', '| draft | the employee is collecting | initial |', '| draft | the employee is collecting | ⟪start⟫ |'],
    ['N011', '| paid | done | final |', '| paid | done | ⟪end⟫ |'],
    ['N011', '| title | text 3 to 120 | required | | |', '| title | ⟪text 3-120⟫ | required | | |'],
    ['N011', '| title | text 3 to 120 | required | | |', '| title | ⟪text(120)⟫ | required | | |'],
    ['N011', 'required, unique ignoring case, personal data', '⟪required unique ignoring case⟫, personal data'],
    ['N011', 'required, unique ignoring case, personal data', '⟪required; unique ignoring case; personal data⟫'],
    [
      'N060',
      '`status in ["accepted", "paid"]` | all |\n| Owner',
      '`status in ("accepted"⟪,⟫ "paid")` | all |\n| Owner',
    ],
    ['N060', '`expenses.map(e, e.amount).sum()`', '`expenses.map(e ⟪=⟫> e.amount).sum()`'],
    ['N063', '`expenses.size() > 0`', '`⟪count⟫(expenses) > 0`'],
    ['N002', '| Time zone | Europe/Paris |', '| ⟪Timezone⟫ | Europe/Paris |'],
  ],
}
