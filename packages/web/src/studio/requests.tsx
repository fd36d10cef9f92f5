// The latest requests of the application, live: each with its call, steps, statements with their times, and the reason
// of a refusal. Every part of the text links to its line.

import { Switch, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoggedRequest, LoggedStatement } from '@ninefold/core/contract/wire/development.ts'
import { eyesQuery, requestsQuery } from '../client/authors.ts'
import { FailingState } from '../ui/errors.tsx'
import { useTitle } from '../ui/use-title.ts'
import { LineLink } from '../ui/development/line-link.tsx'
import { words } from './words.ts'
import studio from './studio.module.css'
import styles from './requests.module.css'

export function RequestsPage() {
  useTitle(words.requests.title)
  const { data, isError, error, refetch } = useQuery(requestsQuery)
  const { data: eyes } = useQuery(eyesQuery)
  const [search, setSearch] = useState('')
  const [isOnlyRefused, setOnlyRefused] = useState(false)
  const [isWithPages, setWithPages] = useState(false)
  if (isError && data === undefined) return <FailingState thrown={error} retry={() => void refetch()} isPage />
  const names = new Map(eyes?.users.map(({ id, label }) => [id ?? label, label]))
  const shown = (data ?? []).filter(
    (each) =>
      (!isOnlyRefused || each.refusals.length > 0) &&
      (isWithPages || !each.call.includes(' /_ninefold/') || each.refusals.length > 0) &&
      isAbout(each, search),
  )
  return (
    <div className={studio.page}>
      <header className={studio.head}>
        <Title order={1}>{words.requests.title}</Title>
        <Text c="dimmed" size="sm">
          {words.requests.note}
        </Text>
      </header>
      <div className={styles.filters}>
        <TextInput
          aria-label={words.requests.search}
          placeholder={words.requests.search}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          className={styles.search}
        />
        <Switch
          label={words.requests.onlyRefused}
          checked={isOnlyRefused}
          onChange={({ currentTarget }) => setOnlyRefused(currentTarget.checked)}
        />
        <Switch
          label={words.requests.withPages}
          checked={isWithPages}
          onChange={({ currentTarget }) => setWithPages(currentTarget.checked)}
        />
      </div>
      {shown.length === 0 ? (
        <Text c="dimmed">{(data?.length ?? 0) === 0 ? words.requests.none : words.requests.noneFound}</Text>
      ) : (
        <ol className={styles.requests} aria-label={words.requests.title}>
          {shown.map((each) => (
            <Request key={each.id} request={each} name={nameOf(each, names)} />
          ))}
        </ol>
      )}
    </div>
  )
}

function isAbout({ call, address, refusals, statements }: LoggedRequest, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  const said = [call, address, ...refusals.map(({ code }) => code), ...statements.map(({ text }) => text)]
  return wanted === '' || said.some((text) => text.toLowerCase().includes(wanted))
}

function nameOf({ caller }: LoggedRequest, names: ReadonlyMap<string, string>): string {
  return caller === null ? words.requests.guest : (names.get(caller) ?? caller)
}

function Request({ request, name }: { readonly request: LoggedRequest; readonly name: string }) {
  const { call, line, status, at, tookMs, refusals, statements } = request
  const inDatabase = Math.round(statements.reduce((sum, each) => sum + each.tookMs, 0) * 10) / 10
  return (
    <li className={styles.request} data-refused={status >= 400 || undefined}>
      <details>
        <summary>
          <span className={styles.status} data-refused={status >= 400 || undefined}>
            {status}
          </span>
          <code className={styles.call}>{call}</code>
          <span className={styles.who}>{name}</span>
          <span className={styles.took}>{words.requests.took(tookMs, statements.length, inDatabase)}</span>
          <time className={styles.at} dateTime={at}>
            {at.slice(11, 19)}
          </time>
        </summary>
        <RequestBody request={request} />
      </details>
      {(line !== null || refusals.length > 0) && (
        <p className={styles.lines}>
          {line !== null && (
            <span>
              {words.requests.stated} <LineLink line={line} of={call} tone="muted" />
            </span>
          )}
          {refusals.map(({ code, line: at, codeLine }, index) => (
            <span key={index} className={styles.refusal}>
              <code>{code}</code>{' '}
              {at !== null && <LineLink line={at} of={words.requests.refusedBy(code)} tone="muted" />}
              {codeLine !== null && codeLine !== at && (
                <>
                  {words.requests.codeIn} <LineLink line={codeLine} of={code} tone="muted" />
                </>
              )}
            </span>
          ))}
        </p>
      )}
    </li>
  )
}

function RequestBody({
  request: { address, steps, statements, moreStatements, tookMs },
}: {
  readonly request: LoggedRequest
}) {
  const before = statements.filter(({ step }) => step === null)
  return (
    <div className={styles.body}>
      <p className={styles.address}>{address}</p>
      {before.length > 0 && <Statements statements={before} tookMs={tookMs} />}
      {steps.length > 0 && (
        <ol className={styles.steps}>
          {steps.map(({ line, text, atMs }, index) => (
            <li key={index}>
              <p className={styles.step}>
                <span className={styles.after}>{words.requests.after(atMs)}</span>
                <code>{text}</code> <LineLink line={line} of={text} tone="muted" />
              </p>
              <Statements statements={statements.filter(({ step }) => step === index)} tookMs={tookMs} />
            </li>
          ))}
        </ol>
      )}
      {moreStatements > 0 && <p className={styles.note}>{words.requests.moreStatements(moreStatements)}</p>}
    </div>
  )
}

interface StatementsProps {
  readonly statements: readonly LoggedStatement[]
  /** Duration of the whole request. */
  readonly tookMs: number
}

function Statements({ statements, tookMs }: StatementsProps) {
  if (statements.length === 0) return null
  return (
    <ul className={styles.statements}>
      {statements.map((statement, index) => (
        <li key={index}>
          <details className={styles.statement}>
            <summary>
              <span className={styles.after}>{words.requests.after(statement.atMs)}</span>
              <meter
                className={styles.meter}
                min={0}
                max={Math.max(tookMs, statement.tookMs)}
                value={statement.tookMs}
                aria-label={words.requests.statementTook(statement.tookMs)}
              />
              <span className={styles.statementTook}>{words.requests.ms(statement.tookMs)}</span>
              <code className={styles.beginning}>{inOneLine(statement.text)}</code>
              <span className={styles.rows}>{words.requests.rows(statement.rows)}</span>
            </summary>
            <pre className={styles.sql} tabIndex={0} aria-label="SQL">
              {statement.text.trim()}
            </pre>
            {statement.parameters.length > 0 && (
              <dl className={styles.parameters}>
                {statement.parameters.map(({ name, value }, place) => (
                  <div key={place}>
                    <dt>
                      ${place + 1} {/^\d*$/.test(name) ? '' : name}
                    </dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            )}
          </details>
          {statement.failed !== null && <p className={styles.failed}>{statement.failed}</p>}
        </li>
      ))}
    </ul>
  )
}

function inOneLine(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim().slice(0, 160)
}
