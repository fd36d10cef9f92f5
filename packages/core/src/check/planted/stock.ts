// Mistakes in the stock ledger: records that only grow, sums that must balance, parts of a whole, procedures of
// transitions, queries of a call, computed and stored money.

import type { PlantedMistakes } from './planted.ts'

const NEGATIVE = '| Stock is never negative | StockItem | | | `onHand` never below 0 |'
const BALANCE = '| A transfer loses nothing | Movement | transfer | `transfer != null` | sum of `quantity` is 0 |'
const TREE = '| Groups form a tree | Group | | | `parent` never in a circle |'
const SHORT = '| Orders stay short | OrderLine | order | | at most `maxLines` |'
const RECORD = '   2. record Movement with stock = `stock`, quantity = `line.quantity`, reason = `"received"`,'
const RECEIPT =
  '2. create Movement as movement with stock = `stock`, quantity = `input.quantity`, reason = `"received"`, given note'
const LINE = '2. create OrderLine as line with order = `order`, given item, quantity or fail NOT_YOUR_ORDER'
const LEDGER =
  '1. list moves from Movement, narrowed by the query, sorted by createdAt newest first, take `query.limit` after `query.offset`, counting count'
const NOBODY = '| Nobody | change, delete | Movement | | |'
const QUANTITY = '| quantity | whole number | required, set once | | out of the place when negative |'

export const STOCK: PlantedMistakes = {
  'records that only grow': [
    [
      'N329',
      RECEIPT,
      RECEIPT + '\n3. ⟪set movement.note to `"late"`⟫',
      ['3. respond 201 with `MovementView(movement)`', '4. respond 201 with `MovementView(movement)`'],
    ],
    ['N329', NOBODY, '| Admin | ⟪change⟫ | Movement | | note |'],
    ['N329', NOBODY, '| Admin | ⟪delete⟫ | Movement | | |'],
    ['N011', '- **Only grows:** yes', '- **Only grows:** ⟪true⟫'],
    ['N002', '- **Only grows:** yes', '- **⟪Only grow⟫:** yes'],
    ['N002', '- **Only grows:** yes', '- **Only grows:** yes\n- **⟪Unique together⟫:** product, movedAt'],
    [
      'N329',
      '| stock | StockItem | required, set once, blocks deletion |',
      '| stock | StockItem | required, set once, ⟪deleted together⟫ |',
    ],
    ['N329', '- **Only grows:** yes', '- **Only grows:** yes\n- **Deleted:** ⟪kept 30 days⟫'],
    [
      'N329',
      '| Supplier | `/api/suppliers` |',
      '| Movement | `/api/movements` | list, ⟪change⟫ | id | everything visible |\n| Supplier | `/api/suppliers` |',
    ],
  ],
  'rules over several records': [
    [
      'N506 N803',
      NEGATIVE + ' OUT_OF_STOCK |',
      NEGATIVE.replace('Stock is never negative', '⟪Stock is never negative⟫') + ' |',
      ['| OUT_OF_STOCK |', '| ⟪OUT_OF_STOCK⟫ |'],
    ],
    [
      'N054 N901',
      SHORT,
      SHORT.replace('maxLines', '⟪sessionLength⟫'),
      ['order has at most {maxLines} lines', 'order is too long'],
      ['| maxLines |', '| ⟪maxLines⟫ |'],
    ],
    ['N510', NEGATIVE, NEGATIVE.replace('onHand', '⟪item⟫')],
    ['N320', NEGATIVE, NEGATIVE.replace('onHand', '⟪onhand⟫')],
    ['N010', NEGATIVE, NEGATIVE.replace('`onHand`', '⟪onHand⟫')],
    ['N011', NEGATIVE, NEGATIVE.replace('`onHand` never below 0', '⟪`onHand` is never negative⟫')],
    ['N510', BALANCE, BALANCE.replace('sum of `quantity`', 'sum of `⟪reason⟫`')],
    ['N320', BALANCE, BALANCE.replace('sum of `quantity`', 'sum of `⟪quantities⟫`')],
    ['N320', BALANCE, BALANCE.replace('| transfer | `', '| ⟪tranfer⟫ | `')],
    ['N011', BALANCE, BALANCE.replace('sum of `quantity` is 0', '⟪total of `quantity` is 0⟫')],
    ['N054', BALANCE, BALANCE.replace('sum of `quantity` is 0', 'sum of `quantity` is ⟪0.5⟫')],
    ['N055', BALANCE, BALANCE.replace('`transfer != null`', '`⟪note⟫.size() > 3`')],
    ['N510', TREE, TREE.replace('parent', '⟪items⟫')],
    ['N510', TREE, TREE.replace('parent', '⟪name⟫')],
    ['N510', TREE, TREE.replace('| Group | |', '| Group | ⟪name⟫ |')],
    ['N011', TREE, TREE.replace('`parent` never in a circle', '⟪`parent` has no cycles⟫')],
    ['N051', SHORT, SHORT.replace('maxLines', '⟪maxLine⟫')],
    ['N510', SHORT, SHORT.replace('at most `maxLines`', 'at most ⟪-1⟫'), ['| maxLines |', '| maxLines |']],
    ['N502', BALANCE, BALANCE.replace('`transfer != null`', '`⟪transfer != null && transfer == null⟫`')],
  ],
  'parts of a whole': [
    ['N301', '- **Part of:** PurchaseOrder via order', '- **Part of:** ⟪PurchaseOrders⟫ via order'],
    ['N320', '- **Part of:** PurchaseOrder via order', '- **Part of:** PurchaseOrder via ⟪oder⟫'],
    ['N302', '- **Part of:** PurchaseOrder via order', '- **Part of:** PurchaseOrder via ⟪item⟫'],
    [
      'N011',
      '- **Part of:** PurchaseOrder via order',
      '- **Part of:** ⟪PurchaseOrder⟫',
      [
        '| order | PurchaseOrder | required, set once | | |\n| item',
        '| order | PurchaseOrder | required, set once, deleted together | | |\n| item',
      ],
    ],
    [
      'N319',
      '| order | PurchaseOrder | required, set once | | |\n| item',
      '| ⟪order⟫ | PurchaseOrder | set once | | |\n| item',
    ],
    [
      'N615',
      '| Buyer | see | PurchaseOrder | | all |',
      '| Buyer | see | PurchaseOrder | `status == "draft"` | all |',
      ['| Buyer | see | OrderLine |', '| ⟪Buyer⟫ | see | OrderLine |'],
    ],
    [
      'N602',
      '| Own buyer of order | create, change, delete | OrderLine |',
      '| ⟪Own buyer⟫ | create, change, delete | OrderLine |',
    ],
    [
      'N320',
      '| Own buyer of order | create, change, delete | OrderLine |',
      '| Own buyer of ⟪orders⟫ | create, change, delete | OrderLine |',
    ],
  ],
  'what is computed and stored': [
    [
      'N308',
      '| amount | money in EUR | computed and stored `price * quantity`',
      '| ⟪amount⟫ | money in EUR | computed and stored `amount * quantity`',
    ],
    ['N054', 'computed and stored `price * quantity`', 'computed and stored `⟪price * price⟫`'],
    ['N051', 'computed and stored `price * quantity`', 'computed and stored `price * ⟪quantiy⟫`'],
    ['N054', 'computed and stored `price * quantity`', 'computed and stored `⟪quantity⟫`'],
    [
      'N309',
      'computed and stored `price * quantity`',
      'computed and stored `⟪now⟫ < order.createdAt ? price : price * quantity`',
    ],
    ['N051', '`lines.map(l, l.amount).sum()`', '`lines.map(l, l.⟪amnt⟫).sum()`'],
    ['N051', '`lines.map(l, l.amount).sum()`', '`lines.map(l, ⟪line⟫.amount).sum()`'],
    ['N054', '`lines.map(l, l.amount).sum()`', '`⟪lines.map(l, l.item)⟫.sum()`'],
    ['N054', 'computed `total < reorderAt`', 'computed `⟪total < price⟫`'],
    ['N054', 'computed `total < reorderAt`', 'computed `⟪total - reorderAt⟫`'],
    [
      'N619',
      '| Own buyer of order | create, change, delete | OrderLine | | item, quantity |',
      '| Own buyer of order | create, change, delete | OrderLine | | item, quantity, ⟪amount⟫ |',
    ],
  ],
  'patterns, ranges and forms': [
    ['N328', 'pattern `[A-Z]{2}-[0-9]{3,6}`', 'pattern `⟪[A-Z{2}-[0-9]{3,6}⟫`'],
    ['N010', 'pattern `[A-Z]{2}-[0-9]{3,6}`', 'pattern ⟪[A-Z]{2}-[0-9]+⟫'],
    ['N315', '| TO-100 | Hammer |', '| ⟪T-100⟫ | Hammer |'],
    ['N315', '| Tools | piece | 17.90 | 5 |', '| Tools | piece | 17.90 | ⟪-5⟫ |'],
    ['N315', '| Tools | piece | 17.90 | 5 |', '| ⟪Tool⟫ | piece | 17.90 | 5 |'],
    ['N315', '| Tools | piece | 17.90 | 5 |', '| Tools | ⟪pieces⟫ | 17.90 | 5 |'],
    ['N315', '| Tools | piece | 17.90 | 5 |', '| Tools | piece | ⟪17,90⟫ | 5 |'],
    [
      'N011',
      'whole number 1 to 100000 | required | | |\n| price',
      '⟪whole number between 1 and 100000⟫ | required | | |\n| price',
    ],
    [
      'N011',
      'money in EUR | required, at least 0 | | what one unit',
      '⟪money EUR⟫ | required, at least 0 | | what one unit',
    ],
    [
      'N307',
      'choice: piece, kilogram, metre, litre | required | piece |',
      'choice: piece, kilogram, metre, litre | required | ⟪pieces⟫ |',
    ],
    ['N323', QUANTITY, QUANTITY.replace('required, set once', 'required, set once, ⟪trimmed⟫')],
    ['N303', '| group | Group | required, blocks deletion |', '| ⟪group⟫ | Group | required |'],
    ['N322', '| group | Group | required, blocks deletion |', '| group | Group | required, ⟪cleared on deletion⟫ |'],
  ],
  'procedures of transitions': [
    [
      'N706 N803',
      '1. find stock in StockItem where `item == line.item && place == purchaseOrder.place` or fail NO_SUCH_PLACE',
      '1. find ⟪stock⟫ in StockItem where `item == line.item && place == purchaseOrder.place`',
      ['| NO_SUCH_PLACE |', '| ⟪NO_SUCH_PLACE⟫ |'],
    ],
    ['N418', '### Transition: PurchaseOrder receive', '### Transition: PurchaseOrder ⟪recieve⟫'],
    ['N051', '1. for each line in purchaseOrder.lines:', '1. for each line in ⟪order⟫.lines:'],
    ['N320', '1. for each line in purchaseOrder.lines:', '1. for each line in purchaseOrder.⟪line⟫:'],
    ['N724', RECORD, RECORD.replace('Movement', '⟪Movement⟫').replace(' quantity = `line.quantity`,', '')],
    ['N320', RECORD, RECORD.replace('quantity =', '⟪qty⟫ =').replace('record Movement', 'record Movement')],
    ['N062', RECORD, RECORD.replace('"received"', '"⟪recieved⟫"')],
    ['N054', RECORD, RECORD.replace('line.quantity', '⟪line.item⟫')],
    ['N802', 'or fail NO_SUCH_PLACE', 'or fail ⟪NO_SUCH_PLAC⟫'],
    ['N723', 'send Order to the supplier', 'send ⟪Order to supplier⟫'],
  ],
  'calls and queries': [
    [
      'N711',
      '| Keeper | create | Transfer | | note |\n',
      '',
      ['4. create Transfer as transfer with given note', '4. create ⟪Transfer⟫ as transfer with note = `input.note`'],
    ],
    [
      'N710',
      RECEIPT,
      RECEIPT.replace('create Movement', 'record Movement')
        .replace('input.quantity', '⟪input.quantity⟫')
        .replace('given note', 'keeper = `me`'),
      ['| note | Movement.note | no |\n', ''],
    ],
    ['N320', '| item | StockItem.item by code | yes |', '| item | StockItem.item by ⟪cod⟫ | yes |'],
    ['N703', '| item | StockItem.item by code | yes |', '| item | StockItem.item by ⟪name⟫ | yes |'],
    ['N320', '| note | Movement.note | no |', '| note | Movement.⟪notes⟫ | no |'],
    ['N725', RECEIPT, RECEIPT.replace('given note', 'given ⟪notes⟫')],
    ['N051', RECEIPT, RECEIPT.replace('input.quantity', 'input.⟪quantiy⟫')],
    [
      'N707 N724',
      LINE,
      LINE.replace('OrderLine', '⟪OrderLine⟫').replace('given item, quantity', 'given quantity'),
      ['| item | OrderLine.item by code |', '| ⟪item⟫ | OrderLine.item by code |'],
    ],
    ['N051', '`MovementView(movement)`', '`⟪MovementVew⟫(movement)`'],
    ['N054', '`MovementView(movement)`', '`MovementView(⟪stock⟫)`'],
    ['N051', '`stock.item.code == query.item`', '`stock.item.code == query.⟪items⟫`'],
    ['N054', '`stock.item.code == query.item`', '`⟪stock.item == query.item⟫`'],
    ['N320', LEDGER, LEDGER.replace('createdAt', '⟪created⟫')],
    ['N051', LEDGER, LEDGER.replace('query.limit', 'query.⟪limits⟫')],
    ['N719', LEDGER, LEDGER.replace('list moves', 'list ⟪moves⟫').replace(', sorted by createdAt newest first', '')],
    [
      'N715',
      LEDGER,
      '1. ⟪record Transfer with keeper = `me`⟫\n2. ' + LEDGER.slice(3),
      ['2. respond 200 with `{"moves"', '3. respond 200 with `{"moves"'],
    ],
    [
      'N712',
      '| Keeper | create | Transfer | | note |',
      '| Keeper | create | Transfer | | |',
      ['as transfer with given note', 'as transfer with given ⟪note⟫'],
    ],
    [
      'N704',
      '### POST /api/stock — Keep an item at a place\n\n- **Who:** Keeper\n',
      '### POST ⟪/api/stock⟫ — Keep an item at a place\n',
    ],
    [
      'N707',
      '2. create Movement as movement with stock = `stock`, quantity = `-input.quantity`, reason = `"issued"`, given note',
      '2. create Movement as movement with stock = `stock`, quantity = `-input.quantity`, reason = `"issued"`',
      [
        '| note | Movement.note | no |\n\n1. find stock in StockItem where `item == input.item && place == input.place` or fail NOT_KEPT_HERE\n2. create Movement as movement with stock = `stock`, quantity = `-',
        '| ⟪note⟫ | Movement.note | no |\n\n1. find stock in StockItem where `item == input.item && place == input.place` or fail NOT_KEPT_HERE\n2. create Movement as movement with stock = `stock`, quantity = `-',
      ],
    ],
  ],
  'lists of screens': [
    ['N219', '- **As:** tree by parent', '- **As:** tree by ⟪name⟫'],
    ['N219', '- **As:** chart of sum of quantity by reason', '- **As:** chart of sum of ⟪reason⟫ by keeper'],
    ['N320', '- **As:** chart of sum of quantity by reason', '- **As:** chart of sum of quantity by ⟪reasons⟫'],
    ['N320', '- **Shows:** list of its stock,', '- **Shows:** list of its ⟪stocks⟫,'],
    [
      'N240',
      '- **Who:** Keeper\n- **Shows:** list of Transfer',
      '- **Who:** Auditor\n- **Shows:** list of Transfer',
      ['| Keeper | see | Transfer | | all |', '| Reader | see | Transfer | | all |'],
      ['Move goods: call `POST /api/transfers`', 'Move goods: call `⟪POST /api/transfers⟫`'],
    ],
  ],
  examples: [
    ['N054', '"place": "Main store", "quantity": 3}', '"place": "Main store", "quantity": ⟪"3"⟫}'],
    ['N725', '"place": "Main store", "quantity": 3}', '"place": "Main store", "quantity": 3, "⟪price⟫": 4}'],
    ['N735', '{"item": "TO-100", "place": "Main store", "quantity": 3}', '⟪{"item": "TO-100", "place": "Main store"}⟫'],
    ['N734', '"quantity": 3}` answers 201', '"quantity": 3}` answers ⟪200⟫'],
    ['N737', '2. as Kim Keeper:', '2. as ⟪Aud Auditor⟫:'],
    ['N733', '3. as Kim Keeper: call `POST /api/issues`', '3. as Kim Keeper: call `⟪POST /api/issue⟫`'],
  ],
  'what was probably not meant': [
    [
      'N312',
      '| name | text up to 60 | required, unique ignoring case | | |\n| parent',
      '| name | text up to 60 | required, unique within ⟪parent⟫ | | |\n| parent',
    ],
    [
      'N314',
      '| Keeper | create | Transfer | | note |',
      '| Guest | create | Transfer | | keeper |\n| Keeper | create | Transfer | | note |',
      [
        '| number | sequence from 1, without gaps | unique | | |\n| keeper | User | required, set once, blocks deletion | `me` |',
        '| ⟪number⟫ | sequence from 1, without gaps | unique | | |\n| keeper | User | set once, blocks deletion | |',
      ],
    ],
    ['N330', '| address | long text up to 500 | |', '| address | long text up to 500 | was ⟪name⟫ |'],
    ['N330', '| Buyer | Reader | from an Admin |', '| Buyer, was ⟪Keeper⟫ | Reader | from an Admin |'],
    [
      'N330',
      '### POST /api/issues — Hand out goods\n',
      '### POST /api/issues — Hand out goods\n\n- **was:** `⟪POST /api/receipts⟫`',
    ],
    [
      'N330',
      '### POST /api/issues — Hand out goods\n',
      '### POST /api/issues — Hand out goods\n\n- **was:** `⟪POST /api/items/:id/issue⟫`',
    ],
    [
      'N330',
      '### POST /api/issues — Hand out goods\n',
      '### POST /api/issues — Hand out goods\n\n- **was:** `⟪PUT /api/issued⟫`',
    ],
    [
      'N330',
      '| Supplier | `/api/suppliers` | list, create',
      '| Supplier | `/api/suppliers`, was `⟪/api/groups⟫` | list, create',
    ],
    ['N330', '| Place | `/api/places` | list', '| Place | `/api/places`, was `⟪/api/at/:id⟫` | list'],
    ['N742', '| Place | `/api/places` | list', '| Place | `/api/places`, was `/api/at` until ⟪2020-01-31⟫ | list'],
    ['N011', '| Place | `/api/places` | list', '| Place | `/api/places`, was `/api/at` until ⟪2027-02-30⟫ | list'],
    ['N011', '| Place | `/api/places` | list', '| Place | `/api/places`, was `/api/at` ⟪till 2027-01-31⟫ | list'],
    ['N330', '| onHand | `stock.onHand` |', '| onHand, was ⟪quantity⟫ | `stock.onHand` |'],
    [
      'N065',
      '| items | list of Item via group | | | |',
      '| items | list of Item via group | | | |\n| large | yes/no | computed over all `⟪items.exists(i, i.stock.exists(s, s.moves.exists(m, m.order != null && m.order.lines.exists(l, l.quantity > 3))))⟫` | | |',
    ],
  ],
  'near misses': [
    ['N022', '## 5. Validation rules\n', '## 5. Validation rules\n\n**Validation rules:** ⟪none⟫\n'],
    ['N022', '## 5. Validation rules\n', '## 5. Validation rules\n\n**Rules:** ⟪out of scope⟫\n'],
    ['N021', '- **Only grows:** yes', '- **⟪Only grows⟫**'],
    ['N021', '- **Part of:** PurchaseOrder via order', '- **⟪Part of⟫** PurchaseOrder via order'],
    ['N021', '- **Who:** Auditor\n\n| Query', '- **⟪Who⟫** Auditor\n\n| Query'],
    ['N001', '## 5. Validation rules', '### ⟪5. Validation rules⟫'],
    ['N001', '## 5. Validation rules', '# ⟪5. Validation rules⟫'],
    ['N001', '### Entity: Transfer', '## ⟪Entity: Transfer⟫'],
    ['N002', '### Entity: Transfer', '### ⟪Entity⟫ Transfer'],
    ['N002', '### Entity: Transfer', '### ⟪Entities:⟫ Transfer'],
    ['N002', '### Entity: Transfer', '### ⟪Transfer⟫'],
    ['N011', '| active | yes/no |', '| active | ⟪boolean⟫ |'],
    ['N011', '| wantedOn | date |', '| wantedOn | ⟪datetime⟫ |', ['`wantedOn >= today`', '`wantedOn >= today`']],
    ['N011', '| email | email | required |', '| email | email | ⟪mandatory⟫ |'],
    ['N011', '| Place | `/api/places` | list, create, change |', '| Place | `/api/places` | ⟪CRUD⟫ |'],
    ['N011', '| items | list of Item via group | | | |', '| items | ⟪has many Item⟫ | | | |'],
    ['N011', '| email | email | required |', '| email | email | required, ⟪optional⟫ |'],
    ['N011', '| wantedOn | date | | |', '| wantedOn | date | ⟪default today⟫ | |'],
    ['N307', '| wantedOn | date | | |', '| wantedOn | date | | ⟪today⟫ |'],
    ['N011', '- **Deleted:** kept 30 days', '- **Deleted:** ⟪soft⟫'],
    ['N011', '- **History:** every change of price, reorderAt, active', '- **History:** ⟪yes⟫'],
    ['N011', '- **Sign up:** open, gives Newcomer', '- **Sign up:** ⟪invitation only⟫'],
    ['N705', '4. create Transfer as transfer with given note', '4. ⟪insert Transfer as transfer with given note⟫'],
    [
      'N051',
      '6. create Movement with stock = `given`, quantity = `input.quantity`',
      '6. create Movement with stock = `given`, quantity = `⟪quantity⟫`',
    ],
    ['N011', '| Admin | create, change | Item |', '| Admin | ⟪everything⟫ | Item |'],
    [
      'N011',
      '| Reader | see | Item |',
      '| Reader | ⟪view⟫ | Item |',
      ['| Admin | create, change | Item |', '| Admin | create, change, see | Item |'],
    ],
    ['N011', '### POST /api/orders/:number/lines', '### POST /api/orders/⟪{number}⟫/lines'],
    ['N601', '- **Who:** Buyer, Keeper', '- **Who:** ⟪Buyer and Keeper⟫'],
    ['N405', '| call off | draft, sent | called off |', '| call off | ⟪draft or sent⟫ | called off |'],
    ['N705', '1. find order in PurchaseOrder', '1. ⟪Find⟫ order in PurchaseOrder'],
    [
      'N018',
      '| Rule | Over | Same | Counting only | Holds | Otherwise |\n| --- | --- | --- | --- | --- | --- |\n',
      '⟪| Rule | Over | Same | Counting only | Holds | Otherwise |⟫\n',
    ],
    ['N011', '| attemptWindow | 15 minutes |', '| attemptWindow | ⟪15 min⟫ |'],
  ],
}
