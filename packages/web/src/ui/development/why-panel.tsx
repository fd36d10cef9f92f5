// Everything that the screen could show and offer its viewer, whether it does, and the lines of the text that decide
// it. Clicking an element asks about it.

import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPointer, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { LoggedRequest, WhyGround, WhyThing } from '@ninefold/core/contract/wire/development.ts'
import { requestsQuery, whyQuery } from '../../client/authors.ts'
import { useApp } from '../app-context.ts'
import { suppliedLabel } from '../words/localised-app.ts'
import { words } from './bar-words.ts'
import { LineLink } from './line-link.tsx'
import { Pointing, type Pointed } from './pointing.tsx'
import styles from './authors-bar.module.css'

const REFUSED_MAX = 3

export function WhyPanel({ close }: { readonly close: () => void }) {
  const { pathname } = useLocation()
  const { caller, revision } = useApp()
  // Another page has other rows.
  const [asked, setAsked] = useState<{ readonly page: string; readonly row: string | null } | null>(null)
  const row = asked?.page === pathname ? asked.row : null
  const [search, setSearch] = useState('')
  const [isPointing, setPointing] = useState(false)
  const { data, isError } = useQuery(whyQuery(pathname, row, `${caller?.id ?? ''} ${revision}`))
  const id = useId()
  // Labelled as on the page, so that a picked element is found.
  const things = useMemo(
    () => (data?.things ?? []).map((thing) => ({ ...thing, label: suppliedLabel(thing) ?? thing.label })),
    [data],
  )
  const found = things.filter(({ label, key }) => isAbout(search, label, key))
  const pointed = (at: Pointed | null): void => {
    setPointing(false)
    if (at === null) return
    setAsked({ page: pathname, row: at.row })
    setSearch(at.label)
  }
  return (
    <>
      {isPointing && <Pointing pointed={pointed} />}
      <aside
        className={styles.why}
        aria-labelledby={id}
        onKeyDown={({ key }) => {
          if (key === 'Escape') close()
        }}
      >
        <Head id={id} point={() => setPointing(true)} close={close} />
        <div className={styles.whySearch}>
          <TextInput
            size="xs"
            aria-label={words.search}
            placeholder={words.search}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          {row !== null && (
            <p className={styles.note}>
              {words.ofRow(row)}{' '}
              <button type="button" className={styles.textButton} onClick={() => setAsked(null)}>
                {words.allRows}
              </button>
            </p>
          )}
        </div>
        <div className={styles.whyBody} tabIndex={0} role="group" aria-labelledby={id}>
          <Refused />
          {isError && <p className={styles.note}>{words.noScreen}</p>}
          {found.length === 0 && things.length > 0 && <p className={styles.note}>{words.nothingThere}</p>}
          <Things
            things={found.length === 0 ? things : found}
            isOpen={search !== '' && found.length > 0 && found.length <= 3}
          />
        </div>
      </aside>
    </>
  )
}

interface HeadProps {
  readonly id: string
  readonly point: () => void
  readonly close: () => void
}

function Head({ id, point, close }: HeadProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <header className={styles.whyHead}>
      <h2 id={id} ref={title} tabIndex={-1} className={styles.whyTitle}>
        {words.whyTitle}
      </h2>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPointer size={14} aria-hidden="true" />}
        onClick={point}
      >
        {words.point}
      </Button>
      <ActionIcon variant="subtle" color="gray" aria-label={words.close} onClick={close}>
        <IconX size={16} />
      </ActionIcon>
    </header>
  )
}

function isAbout(search: string, label: string, key: string): boolean {
  const wanted = search.trim().toLowerCase()
  return wanted === '' || label.toLowerCase().includes(wanted) || key.toLowerCase() === wanted
}

const GROUPS = [
  [words.groups.top, ['screen', 'record']],
  [words.groups.actions, ['action']],
  [words.groups.fields, ['field']],
] as const satisfies readonly (readonly [string, readonly WhyThing['kind'][]])[]

function Things({ things, isOpen }: { readonly things: readonly WhyThing[]; readonly isOpen: boolean }) {
  return GROUPS.map(([title, kinds]) => {
    const own = things.filter(({ kind }) => (kinds as readonly string[]).includes(kind))
    if (own.length === 0) return null
    return (
      <section key={title}>
        <h3 className={styles.group}>{title}</h3>
        <ul className={styles.things}>
          {own.map((thing) => (
            <Thing
              key={`${thing.kind} ${thing.entity} ${thing.key} ${isOpen}`}
              thing={thing}
              isOpen={isOpen || (thing.kind === 'record' && thing.answer === 'no')}
            />
          ))}
        </ul>
      </section>
    )
  })
}

function Thing({ thing, isOpen }: { readonly thing: WhyThing; readonly isOpen: boolean }) {
  const { kind, label, entity, answer, line, reason, grounds } = thing
  const { language } = useApp()
  return (
    <li>
      <details className={styles.thing} open={isOpen}>
        <summary>
          <span className={styles.mark} data-answer={answer} aria-hidden="true" />
          <span className={styles.thingLabel}>
            {kind === 'record' ? (
              words.record(label)
            ) : kind === 'screen' ? (
              words.screen(label)
            ) : (
              <span lang={language}>{label}</span>
            )}
            {kind === 'field' && entity !== null && <span className={styles.note}> {entity}</span>}
          </span>
          <span className={styles.answer} data-answer={answer}>
            {words.answers[kind][answer]}
          </span>
        </summary>
        <div className={styles.thingBody}>
          {reason !== null && <p className={styles.reason}>{reason}</p>}
          <p className={styles.note}>
            {line === null ? (
              words.isNotNamed
            ) : (
              <>
                {words.isNamed} <LineLink line={line} of={label} />
              </>
            )}
          </p>
          {grounds.length === 0 ? (
            <p className={styles.note}>{words.nobody}</p>
          ) : (
            <>
              <p className={styles.note}>{words.decided}</p>
              <ul className={styles.grounds}>
                {inOrder(grounds).map((ground, index) => (
                  <Ground key={index} ground={ground} />
                ))}
              </ul>
            </>
          )}
        </div>
      </details>
    </li>
  )
}

/** Prohibitions first, then permissions, then missing ones. */
function inOrder(grounds: readonly WhyGround[]): WhyGround[] {
  const rank = ({ isForbidding, holds }: WhyGround): number =>
    isForbidding ? 0 : holds === true ? 1 : holds === null ? 2 : 3
  return grounds.toSorted((one, other) => rank(one) - rank(other))
}

function Ground({ ground }: { readonly ground: WhyGround }) {
  const { says, line, holds, isForbidding, clauses } = ground
  return (
    <li className={styles.ground} data-holds={isForbidding ? 'forbidding' : String(holds)}>
      <span className={styles.says}>
        {says} <LineLink line={line} of={says} />
      </span>
      {clauses.length > 0 && (
        <ul className={styles.clauses}>
          {clauses.map((clause, index) => (
            <li key={index} data-holds={String(clause.holds)}>
              <span className={styles.clauseMark} aria-hidden="true" />
              <span>
                {clause.words} <span className="visually-hidden">({words.holds[`${clause.holds}`]})</span>
                {clause.line !== line && (
                  <>
                    {' '}
                    <LineLink line={clause.line} of={clause.words} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** The latest refusals for any caller, with the line that refuses them. */
function Refused() {
  const { data } = useQuery(requestsQuery)
  const refused = (data ?? [])
    .filter(({ refusals }) => refusals.some(({ line }) => line !== null))
    .slice(0, REFUSED_MAX)
  if (refused.length === 0) return null
  return (
    <section>
      <h3 className={styles.group}>{words.groups.refused}</h3>
      <ul className={styles.refused}>
        {refused.map((each) => (
          <RefusedRequest key={each.id} request={each} />
        ))}
      </ul>
    </section>
  )
}

function RefusedRequest({ request: { call, refusals } }: { readonly request: LoggedRequest }) {
  return (
    <li>
      <code className={styles.call}>{call}</code>
      {refusals.map(({ code, line, codeLine }, index) => (
        <span key={index} className={styles.refusal}>
          {code} {line !== null && <LineLink line={line} of={code} />}
          {codeLine !== null && codeLine !== line && <LineLink line={codeLine} of={`${code} in point 8`} />}
        </span>
      ))}
    </li>
  )
}
