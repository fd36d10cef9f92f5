// A stranger to the project reports a fault and looks for its place by folder and file name alone. Each report states
// the word to search for; the file must be among the few whose name contains it. Terms of the field lead to their files
// by name, or by the comment that opens a file.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isTest, projectFiles, root, textOf } from './project-files.ts'

const REPORTS: readonly (readonly [report: string, word: string, file: string])[] = [
  ['Locked out after failed sign-ins', 'sign-in-attempts', 'server/src/store/tables/users/sign-in-attempts.ts'],
  ['A formula in a CSV file is not escaped', 'csv', 'core/src/contract/inputs/csv.ts'],
  ['A clock still runs after its state was left', 'clocks', 'core/src/plan/write/clocks.ts'],
  ['E-mail is sent again too soon', 'retry', 'server/src/store/tables/retry-delay.ts'],
  ['Money is rounded the wrong way', 'arithmetic', 'core/src/expression/evaluate/arithmetic.ts'],
  ['The wrong word is suggested for a misspelled one', 'did-you-mean', 'core/src/diagnostic/did-you-mean.ts'],
  ['The caret stands beside the cell of a table', 'outline', 'core/src/outline/read-outline.ts'],
  ['A saved view is gone', 'views', 'server/src/api/screens/views.ts'],
  ['Undo brings back too much', 'undo', 'web/src/client/query/undo.ts'],
  ['German dates are read as American ones', 'date', 'web/src/client/input/typed-date.ts'],
  ['The signature of a webhook does not fit', 'webhooks', 'server/src/jobs/webhooks.ts'],
  ['A session never expires', 'sessions', 'server/src/store/tables/users/sessions.ts'],
  ['An upload of the permitted size is refused', 'uploads', 'core/src/contract/inputs/uploads.ts'],
  ['A picture lies on its side', 'pictures', 'server/src/store/files/pictures.ts'],
  ['Somebody else’s change was overwritten', 'versions', 'server/src/api/calls/versions.ts'],
  ['A request with an Idempotency-Key was done twice', 'idempotency', 'server/src/store/tables/idempotency-keys.ts'],
  ['429 comes too early', 'rate-limits', 'server/src/api/calls/rate-limits.ts'],
  ['A form is refused as a CSRF attempt', 'csrf', 'server/src/api/authentication/csrf.ts'],
  ['Dark mode flashes white at the start', 'color-scheme', 'web/public/_ninefold/color-scheme.js'],
  ['A renamed field loses its values', 'renaming', 'core/src/plan/migration/renaming.ts'],
  ['Paging by cursor skips rows', 'cursors', 'server/src/api/calls/cursors.ts'],
  ['A list of a deleted record misses its rows', 'deleted-rows', 'core/src/plan/read/deleted-rows.ts'],
  [
    'A custom field of a tenant takes a wrong value',
    'custom-field',
    'server/src/gate/custom-fields/custom-field-values.ts',
  ],
  [
    'A list is not filtered by a custom field',
    'custom-field-filters',
    'core/src/contract/custom-fields/custom-field-filters.ts',
  ],
  ['A moved tenant of another shard is not found', 'tenant-router', 'server/src/api/shards/tenant-router.ts'],
  ['A row stays behind when a tenant moves', 'engine-rows', 'core/src/plan/schema/shards/engine-rows.ts'],
  ['A request is not forwarded to the other server', 'forwarding', 'server/src/api/shards/forwarding.ts'],
  ['A path of a tenant leads to another one', 'tenant-path', 'server/src/api/authentication/tenant-path.ts'],
  ['A bulk action skips rows of the next page', 'bulk-action', 'server/src/api/screens/bulk-actions.ts'],
  ['A record opens the wrong page', 'record-pages', 'core/src/contract/screens/record-pages.ts'],
  ['A deleted record cannot be restored', 'deletions', 'server/src/gate/records/deletions.ts'],
  ['The editor completes the wrong label', 'completion', 'core/src/service/completion.ts'],
  ['A view of the text shows other rows', 'stated-view', 'core/src/check/screens/stated-view.ts'],
  ['A row springs back after drag and drop', 'reordering', 'web/src/ui/screens/reordering/reordering.ts'],
  ['The handle for drag and drop is too small', 'drag', 'web/src/ui/screens/reordering/drag-handle.tsx'],
  ['Long ranks are never rebalanced', 'rank-rebalancing', 'server/src/jobs/rank-rebalancing.ts'],
  ['A WIP limit names no column', 'wip-limits', 'core/src/check/screens/wip-limits.ts'],
  ['A card of the board cannot be dragged', 'board', 'web/src/ui/screens/charts/board.tsx'],
  ['A migration blocks writers of a large table', 'online-migration', 'server/src/store/migrate/online-migration.ts'],
  ['A new column rewrites its table', 'added-column', 'core/src/plan/migration/added-column.ts'],
  ['A search misses a record', 'search-candidates', 'core/src/plan/read/search-candidates.ts'],
  ['The cap on connections is exceeded', 'connection-limits', 'server/src/api/live/connections/connection-limits.ts'],
  ['A closed stream keeps its lease', 'leases', 'server/src/api/live/connections/stream-leases.ts'],
  ['Presence shows a user who has left', 'presence', 'core/src/model/users/presence.ts'],
  ['A chapter of a specification is not read', 'chapters', 'core/src/read/chapters.ts'],
  [
    'A path parameter of the wrong type is stored',
    'path-parameters',
    'server/src/gate/calls/invalid-path-parameters.ts',
  ],
  ['Accept ignores a parameter of a media type', 'media-type', 'core/src/model/steps/media-types.ts'],
  ['The API page is unreadable in the dark', 'api-page', 'web/src/ui/api-viewer/api-page.tsx'],
  ['X-Forwarded-For is believed', 'client-address', 'server/src/api/http/client-address.ts'],
  ['A schedule runs an hour late in summer', 'schedule', 'core/src/model/time/scheduled-time.ts'],
  ['Columns of an imported file are mixed up', 'imported', 'core/src/contract/inputs/imported-rows.ts'],
  ['CORS headers are missing', 'cors', 'server/src/api/http/cors.ts'],
  ['Row-level security hides too much', 'row-level-security', 'core/src/plan/schema/row-level-security.ts'],
  ['Requests are shed under load too soon', 'load-shedding', 'server/src/api/operation/load-shedding.ts'],
  ['A prefetched page is stale', 'prefetch', 'web/src/client/query/prefetch.ts'],
  ['An optimistic update is not rolled back', 'optimistic', 'web/src/client/query/optimistic-update.ts'],
  ['A role that was taken away is cached', 'cache', 'server/src/gate/context/caller-cache.ts'],
  ['A cascading deletion forgets a file', 'cascading', 'core/src/plan/write/cascading-deletion.ts'],
  ['A unique value is refused though it is free', 'unique', 'core/src/plan/write/unique-conflicts.ts'],
  ['An invitation works twice', 'invitations', 'server/src/store/tables/users/invitations.ts'],
  ['A column of a PDF is cut off', 'pdf', 'server/src/documents/pdf-layout.ts'],
  ['An e-mail looks broken in one program', 'email', 'server/src/documents/email-html.ts'],
  ['A typing mistake in a search finds nothing', 'fuzzy-search', 'core/src/plan/read/fuzzy-search.ts'],
  ['A translated page has a word of the text', 'translated', 'core/src/contract/languages/translated-model.ts'],
  ['SIGTERM does not stop the program', 'shutdown', 'cli/src/operation/shutdown-signals.ts'],
  ['A webhook reaches a private address', 'ssrf', 'server/src/outside/ssrf-protection.ts'],
  ['PgBouncer is refused at the start', 'pooler', 'server/src/store/driver/pooler-check.ts'],
  ['Taken values can be enumerated', 'enumeration', 'server/src/gate/records/enumeration-limits.ts'],
  ['The health address answers 200 without a database', 'health', 'server/src/api/operation/health.ts'],
  ['A password is stored in clear', 'password-hashing', 'server/src/store/tables/users/password-hashing.ts'],
  ['Too few connections to PostgreSQL are open', 'connection-pools', 'server/src/store/driver/connection-pools.ts'],
  ['A failing payment service blocks every caller', 'circuit-breaker', 'server/src/outside/circuit-breakers.ts'],
  ['The page may be framed by another site', 'security-headers', 'server/src/api/http/security-headers.ts'],
  ['An author sees what another role sees', 'impersonation', 'server/src/api/authentication/impersonation.ts'],
  ['A figure opens another list', 'drill-down', 'core/src/contract/screens/drill-down.ts'],
  ['A board leaves out a lane', 'board-lanes', 'core/src/plan/read/board-lanes.ts'],
  ['A log shows a password', 'redacted', 'server/src/api/http/redacted-values.ts'],
  ['A state is reported as unreachable', 'reachability', 'core/src/check/states/state-reachability.ts'],
  ['A code of the second factor is good twice', 'second-factors', 'server/src/gate/users/second-factors.ts'],
  ['A revoked OAuth token still works', 'oauth-grants', 'server/src/store/tables/users/oauth-grants.ts'],
  ['A slug of a deleted record is taken', 'slugs', 'core/src/plan/schema/slugs.ts'],
  ['Compressed answers are broken', 'compressed', 'server/src/api/http/compressed-answer.ts'],
  ['Metrics lack a label', 'metrics', 'server/src/api/operation/metrics.ts'],
  ['The TypeScript client has a wrong type', 'typed-client', 'core/src/contract/typed-client/typed-client.ts'],
]

/** Where the field's usual term for something leads. */
const TERMS: readonly (readonly [term: RegExp, file: string])[] = [
  [/csrf/, 'server/src/api/authentication/csrf.ts'],
  [/rate limit/, 'server/src/gate/calls/rate-limit-counters.ts'],
  [/etag/, 'server/src/api/calls/versions.ts'],
  [/optimistic locking/, 'server/src/api/calls/versions.ts'],
  [/idempotency-keys?/, 'server/src/store/tables/idempotency-keys.ts'],
  [/circuit breaker/, 'server/src/outside/circuit-breakers.ts'],
  [/exponential backoff/, 'server/src/outside/circuit-breakers.ts'],
  [/row-level security/, 'core/src/plan/schema/row-level-security.ts'],
  [/keyset pagination|keyset/, 'core/src/plan/read/list-walk.ts'],
  [/full-text search/, 'core/src/plan/read/full-text-search.ts'],
  [/trigram/, 'server/src/store/driver/trigram-extension.ts'],
  [/soft.deletion/, 'core/src/meaning/soft-deletion.ts'],
  [/session fixation/, 'server/src/store/tables/users/sessions.ts'],
  [/password.hash/, 'server/src/store/tables/users/password-hashing.ts'],
  [/argon2/, 'server/src/store/tables/users/password-hashing.ts'],
  [/brute force/, 'server/src/store/tables/users/sign-in-attempts.ts'],
  [/pkce/, 'server/src/outside/openid.ts'],
  [/ssrf/, 'server/src/outside/ssrf-protection.ts'],
  [/server-sent events/, 'server/src/api/live/open-stream.ts'],
  [/backpressure/, 'server/src/api/live/open-stream.ts'],
  [/security headers/, 'server/src/api/http/security-headers.ts'],
  [/range request/, 'server/src/api/calls/files.ts'],
  [/service.worker/, 'playground/src/service-worker/service-worker.ts'],
  [/virtual list/, 'web/src/ui/screens/lists/scrolled-rows.tsx'],
  [/infinite scrolling/, 'web/src/ui/screens/lists/scrolled-rows.tsx'],
  [/drag and drop/, 'web/src/ui/screens/reordering/drop-target.ts'],
  [/plural.forms/, 'core/src/model/outside/plural-forms.ts'],
  [/connection.pool/, 'server/src/store/driver/connection-pools.ts'],
  [/deadlock/, 'server/src/store/driver/failures.ts'],
  [/isolation level/, 'server/src/store/driver/transaction-settings.ts'],
  [/advisory lock/, 'server/src/store/migrate/migrate.ts'],
  [/savepoint/, 'server/src/gate/records/savepoints.ts'],
  [/dead letter/, 'server/src/store/tables/outbox.ts'],
  [/graceful shutdown/, 'cli/src/operation/shutdown-signals.ts'],
  [/draining/, 'server/src/api/http/request-draining.ts'],
  [/impersonation/, 'server/src/api/authentication/impersonation.ts'],
  [/drill-down/, 'core/src/contract/screens/drill-down.ts'],
  [/disjunctive normal form/, 'core/src/predicate/decide.ts'],
]

/** A stranger opens at most this number of files at the first try. */
const CANDIDATES_MAX = 8

const sources = projectFiles(['packages/*/src/**/*.{ts,tsx}', 'packages/web/public/**/*.js']).filter(
  (file) => !isTest(file) && !/\/testing\/|\/journeys\//.test(file),
)

it.each(REPORTS)('leads a stranger to the place: %s', (_report, word, file) => {
  expect(existsSync(join(root, 'packages', file))).toBe(true)
  const candidates = sources.filter((path) => (path.split('/').at(-1) ?? '').includes(word))
  expect(candidates).toContain(`packages/${file}`)
  expect(candidates.length, candidates.join('\n')).toBeLessThanOrEqual(CANDIDATES_MAX)
})

const openings = sources.map(
  (path) => [path, `${path.split('/').at(-1)} ${openingComment(path)}`.toLowerCase()] as const,
)

/** The comment before the first statement, as one line. */
function openingComment(path: string): string {
  const lines = textOf(path).split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return lines
    .slice(0, end)
    .join(' ')
    .replaceAll(/ ?\/\/ ?/g, ' ')
}

it.each(TERMS)('leads by the term %s to its file', (term, file) => {
  const candidates = openings.flatMap(([path, opening]) => (term.test(opening) ? [path] : []))
  expect(candidates).toContain(`packages/${file}`)
  expect(candidates.length, candidates.join('\n')).toBeLessThanOrEqual(CANDIDATES_MAX)
})
