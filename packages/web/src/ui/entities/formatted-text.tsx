// Formatted text. It comes as a tree of a few kinds and becomes React elements; markup is never inserted as text.

import { Link } from '@tanstack/react-router'
import { inTenant } from '../../client/tenant-base.ts'
import { useMemo, type ReactNode } from 'react'
import { formattedText, plainText, type Drawn } from '../../client/input/formatted-text.ts'
import { MentionedText } from './mentioned.tsx'
import styles from './formatted-text.module.css'

interface FormattedTextProps {
  readonly text: string
  /** The words are those of the specification. */
  readonly isOfAuthor?: boolean
}

export function FormattedText({ text, isOfAuthor = false }: FormattedTextProps) {
  const nodes = useMemo(() => formattedText(text, isOfAuthor), [text, isOfAuthor])
  return <div className={styles.text}>{drawAll(nodes)}</div>
}

/** Its text only, where a link or heading would be out of place. */
export function FormattedLine({ text, className }: { readonly text: string; readonly className: string | undefined }) {
  const words = useMemo(() => plainText(text), [text])
  return (
    <div className={className}>
      <MentionedText text={words} />
    </div>
  )
}

function drawAll(nodes: readonly Drawn[]): ReactNode {
  // The text changes as a whole, so its parts have no identity.
  return nodes.map((node, index) => <Node key={index} node={node} />)
}

function Node({ node }: { readonly node: Drawn }): ReactNode {
  switch (node.kind) {
    case 'text':
      return <MentionedText text={node.text} />
    case 'paragraph':
      return <p>{drawAll(node.children)}</p>
    case 'emphasis':
      return <em>{drawAll(node.children)}</em>
    case 'strong':
      return <strong>{drawAll(node.children)}</strong>
    case 'deleted':
      return <del>{drawAll(node.children)}</del>
    case 'quote':
      return <blockquote>{drawAll(node.children)}</blockquote>
    case 'item':
      return <li>{drawAll(node.children)}</li>
    case 'list':
      return node.start === null ? (
        <ul>{drawAll(node.children)}</ul>
      ) : (
        <ol start={node.start}>{drawAll(node.children)}</ol>
      )
    case 'heading':
      return <Heading level={node.level}>{drawAll(node.children)}</Heading>
    case 'code':
      return <code>{node.text}</code>
    case 'code block':
      return (
        // It may be wider than the page, and scrolls by keyboard, too.
        <pre tabIndex={0}>
          <code>{node.text}</code>
        </pre>
      )
    case 'line break':
      return <br />
    case 'rule':
      return <hr />
    case 'link':
      if (node.isOwn === true) return <Link to={node.address}>{drawAll(node.children)}</Link>
      return (
        <a href={inTenant(node.address)} target="_blank" rel="noopener noreferrer nofollow ugc">
          {drawAll(node.children)}
        </a>
      )
    case 'picture':
      return <img src={inTenant(node.address)} alt={node.text} loading="lazy" />
    case 'table':
      return <Table node={node} />
  }
}

/** Headings of a text start below those of the page. */
function Heading({ level, children }: { readonly level: number; readonly children: ReactNode }) {
  const Tag = level === 1 ? 'h3' : level === 2 ? 'h4' : level === 3 ? 'h5' : 'h6'
  return <Tag>{children}</Tag>
}

function Table({ node: { align, rows } }: { readonly node: Drawn & { readonly kind: 'table' } }) {
  const [head = [], ...body] = rows
  return (
    <div
      className={styles.wide}
      role="region"
      tabIndex={0}
      aria-label={head.length > 0 ? wordsOfHead(head) : undefined}
    >
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} scope="col" data-align={align[column] ?? undefined}>
                {drawAll(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} data-align={align[column] ?? undefined}>
                  {drawAll(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function wordsOfHead(head: readonly (readonly Drawn[])[]): string {
  return head.map((cell) => cell.map((node) => (node.kind === 'text' ? node.text : '')).join('')).join(', ')
}
