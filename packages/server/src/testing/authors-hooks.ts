// The hooks that `ninefold dev` gives to its server, for tests of the server alone.

import type { DevelopmentHooks } from '../api/development/development.ts'
import { RequestLog } from '../api/operation/request-log.ts'
import { ImpersonatedRoles } from '../api/authentication/impersonation.ts'

export function authorsHooks(own: Partial<DevelopmentHooks> = {}): DevelopmentHooks {
  return {
    report: () => ({ file: 'app.md', questions: [], diagnostics: [], waiting: [] }),
    consent: async () => {},
    text: async () => ({ file: 'app.md', text: 'The text.' }),
    save: async () => ({ kind: 'saved' }),
    plan: async () => null,
    aheadMs: 0,
    moveClock: async (aheadMs) => ({ aheadMs, done: [], isWaiting: false }),
    requests: new RequestLog(() => {}),
    seenRoles: new ImpersonatedRoles(),
    ...own,
  }
}
