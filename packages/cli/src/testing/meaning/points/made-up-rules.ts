// Made-up entities → the tables of point 5.

import { chosen, type Random } from '../../chance.ts'
import { cell, CODES, condition, type MadeUpEntity, maybe, some, table } from '../made-up-parts.ts'

export function ruleLinesOver(entities: readonly MadeUpEntity[]): string[] {
  const rows = entities.flatMap(({ parts }) => parts.flatMap(({ rules }) => rules ?? []))
  return rows.length === 0 ? [] : table('Rule | Over | Same | Counting only | Holds | Otherwise', rows)
}

export function ruleRows(entity: MadeUpEntity, random: Random): string[] {
  const moments = [
    'always',
    'create',
    'change',
    'delete',
    'flag changes',
    ...(entity.hasState ? ['do begin', 'do finish'] : []),
  ]
  return some([0, 1], random, 0.5).map((index) => {
    const moment = chosen(moments, random)
    return [
      `Rule ${index} of ${entity.name}`,
      entity.name,
      moment,
      maybe(random, 0.4) ? cell(condition(entity, random)) : '',
      cell(mustHold(entity, moment, random)),
      chosen(CODES, random),
    ].join(' | ')
  })
}

function mustHold(entity: MadeUpEntity, moment: string, random: Random): string {
  const beforeIt = [
    'orElse(n, 0) >= orElse(old.n, 0) || flag == true',
    `old.k != "blue" || k == "blue" || ${condition(entity, random)}`,
    'owner == null || old.owner == null || owner == old.owner || orElse(n, 0) > 2',
    ...(entity.hasState ? ['old.status == status || old.status != "busy" || flag != true'] : []),
  ]
  const about = ['orElse(n, 0) != 3', ...(['always', 'change'].includes(moment) ? beforeIt : [])]
  return maybe(random, 0.6) ? chosen(about, random) : `${condition(entity, random)} || flag == null`
}
