// Entities without permissions → a question each, because everything that is not permitted is refused.

import type { Draft } from '../draft/draft.ts'
import type { OpenQuestion } from './open-question.ts'
import { writtenAs } from './written-as.ts'
import { withArticle } from '../text/article.ts'

/** Without any permission, the point's own question is open instead. */
export function unseenEntities(draft: Draft): OpenQuestion[] {
  const { permissions, roles } = draft.roles
  if (permissions.length === 0) return []
  const seen = new Set(
    permissions.flatMap(({ may, entity }) => (may.some(({ action }) => action === 'see') ? [entity.text] : [])),
  )
  return draft.entities.entities.flatMap(({ name }): OpenQuestion[] => {
    if (seen.has(name.text)) return []
    const shown = writtenAs([draft.screens, draft.calls.standard, draft.calls.shapes], ['entity']).filter(
      ({ text }) => text === name.text,
    )
    return [
      {
        question: `Who may see ${withArticle(name.text)}? (point 6)`,
        point: 'roles',
        standing: 'open',
        span: name.span,
        waiting: shown.map(({ span }) => ({ span, why: `Nobody may see any ${name.text} here.` })),
        answers: roles.map((role) => `${role.name.text} may see ${name.text}`),
      },
    ]
  })
}
