// Point 7, drawn: each call with its steps, in the author's own words.

import { useMemo } from 'react'
import {
  callsPicture,
  type PicturedCall,
  type PicturedService,
  type PicturedStep,
} from '@ninefold/core/pictures/calls.ts'
import { Nothing } from '../nothing.tsx'
import type { PictureProps } from './picture-props.ts'
import { Rows } from '../rows.tsx'
import { SourceLink } from '../editor/source-link.tsx'
import { words } from '../words.ts'
import styles from '../studio.module.css'

export function CallsPicture({ model, document }: PictureProps) {
  const { standard, calls, services, schedules } = useMemo(() => callsPicture(model, document.text), [model, document])
  if (standard.length + calls.length + services.length + schedules.length === 0) return <Nothing point="calls" />
  return (
    <div className={styles.page}>
      {standard.length > 0 && (
        <Rows label="Standard calls" columns={['Entity', 'Address', 'Calls', 'Text']}>
          {standard.map(({ entity, path, calls: kinds, isProvisional, span }) => (
            <tr key={path}>
              <th scope="row">{entity}</th>
              <td className={styles.method}>{path}</td>
              <td>
                {kinds.join(', ')}{' '}
                {isProvisional && (
                  <span className={styles.rule} data-kind="provisional">
                    {words.standings.provisional}
                  </span>
                )}
              </td>
              <td>
                <SourceLink document={document} span={span} of={entity} />
              </td>
            </tr>
          ))}
        </Rows>
      )}
      <ul className={styles.cards}>
        {calls.map((call) => (
          <CallCard key={`${call.method} ${call.path}`} call={call} document={document} />
        ))}
        {services.map((service) => (
          <ServiceCard key={service.name} service={service} document={document} />
        ))}
        {schedules.map(({ name, steps, span }) => (
          <li key={name} className={styles.card}>
            <div className={styles.cardHead}>
              <h2>{name}</h2>
              <SourceLink document={document} span={span} of={name} />
            </div>
            <Steps steps={steps} document={document} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function ServiceCard({
  service: { name, needs, signs, operations, span },
  document,
}: {
  readonly service: PicturedService
  readonly document: PictureProps['document']
}) {
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <h2>{name}</h2>
        <span>{words.outsideService}</span>
        <span className={styles.soft}>{needs.join(', ')}</span>
        <SourceLink document={document} span={span} of={name} />
      </div>
      {signs !== null && (
        <p className={styles.small}>
          <span className={styles.soft}>{words.signsWith}</span> {signs.words}
          {signs.calls.length > 0 && (
            <>
              . <span className={styles.soft}>{words.calls}</span>{' '}
              <span className={styles.method}>{signs.calls.join(', ')}</span>
            </>
          )}
        </p>
      )}
      {operations.map((operation) => (
        <p key={operation.name} className={styles.small}>
          <span className={styles.method}>{operation.request}</span> {operation.name}: {operation.sends.join(', ')} →{' '}
          {operation.gets.join(', ')}
          {operation.failsWith.length > 0 && (
            <>
              . <span className={styles.soft}>{words.failsWith}</span> {operation.failsWith.join(', ')}
            </>
          )}
        </p>
      ))}
    </li>
  )
}

function CallCard({ call, document }: { readonly call: PicturedCall; readonly document: PictureProps['document'] }) {
  const { method, path, title, who, takes, steps, failsWith, span } = call
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <h2 className={styles.method}>
          {method} {path}
        </h2>
        {title !== null && <span>{title}</span>}
        <span className={styles.soft}>{who.join(', ')}</span>
        <SourceLink document={document} span={span} of={`${method} ${path}`} />
      </div>
      {takes.length > 0 && (
        <p className={styles.small}>
          <span className={styles.soft}>{words.takes} </span>
          {takes.map(({ name, isNeeded }) => (isNeeded ? `${name} (needed)` : name)).join(', ')}
        </p>
      )}
      <Steps steps={steps} document={document} />
      {failsWith.length > 0 && (
        <p className={styles.small}>
          <span className={styles.soft}>{words.failsWith} </span>
          {failsWith.join(', ')}
        </p>
      )}
    </li>
  )
}

interface StepsProps {
  readonly steps: readonly PicturedStep[]
  readonly document: PictureProps['document']
}

function Steps({ steps, document }: StepsProps) {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step.span.start}>
          <StepWords words={step.words} /> <SourceLink document={document} span={step.span} of={step.words} />
          {step.steps.length > 0 && <Steps steps={step.steps} document={document} />}
        </li>
      ))}
    </ol>
  )
}

/** Computed values are in backticks. */
function StepWords({ words: said }: { readonly words: string }) {
  return said.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))
}
