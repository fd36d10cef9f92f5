// The guided first run: the form asks one question after another, each answer is written into the file like any save,
// and the application grows beside it. Skipped questions stay open.

import { inTenant } from '../../client/tenant-base.ts'
import type { EditorView } from '@codemirror/view'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { openDocument, type Document } from '@ninefold/core/service/document.ts'
import { POINT_HEADINGS, POINTS, type QuestionLabel } from '@ninefold/core/model/points.ts'
import { pointOf } from '@ninefold/core/suggest/write-answer.ts'
import { isAnswered, NineGauge, pointStanding } from '../../ui/purpose/nine-gauge.tsx'
import { useApp } from '../../ui/app-context.ts'
import { useTitle } from '../../ui/use-title.ts'
import { CodeEditor } from '../editor/code-editor.tsx'
import { GuideEnd } from './guide-end.tsx'
import { GuideStep } from './guide-step.tsx'
import { GuideStrip } from './guide-strip.tsx'
import { guideWords } from './guide-words.ts'
import { newLines } from '../editor/new-lines.ts'
import { SaveDialogs } from '../editor/save-dialogs.tsx'
import { historyOf, replaceText, showOffset } from '../editor/text-change.ts'
import type { OpenFile } from '../editor/use-document.ts'
import { useGuiding } from './use-guiding.ts'
import { useSaving } from '../editor/use-saving.ts'
import { words } from '../words.ts'
import styles from './guide.module.css'

export function GuidePage({ open }: { readonly open: OpenFile }) {
  useTitle(guideWords.title)
  const app = useApp()
  const [text, setText] = useState(open.document.text)
  const view = useRef<EditorView | null>(null)
  const document = useMemo(() => openDocument(text), [text])
  const replace = (next: string): void => replaceText(view.current, next)
  const guiding = useGuiding(document)
  const saving = useSaving(open, text, { replace, written: guiding.goOn })
  const { question } = guiding
  // `open` is updated shortly after a save. An answer based on its text would drop the previous answer.
  const saved = useMemo(() => openDocument(saving.saved), [saving.saved])
  const marks = useNewLines(saving.saved, view)
  return (
    <div className={styles.guide}>
      <div className={styles.side}>
        <Head document={document} />
        <GuideStrip document={document} guiding={guiding} />
        {question === null ? (
          <GuideEnd document={document} file={open.file} guiding={guiding} />
        ) : (
          <GuideStep
            key={question}
            question={question}
            document={document}
            saved={saved}
            saving={saving}
            guiding={guiding}
            replace={(next) => {
              replace(next)
              showOffset(view.current, firstNew(question, saving.saved, next))
            }}
            history={historyOf(() => view.current)}
          />
        )}
      </div>
      <div className={styles.results}>
        <section className={styles.text} aria-label={guideWords.textLabel}>
          <div className={styles.bar}>
            <h2>{guideWords.textNote(open.file)}</h2>
            <span role="status" data-unsaved={saving.isUnsaved || undefined} className={styles.standing}>
              {saving.isUnsaved ? guideWords.unwritten : guideWords.written}
            </span>
          </div>
          <CodeEditor
            label={`${guideWords.textLabel}: ${open.file}`}
            initial={text}
            besides={marks}
            ready={(made) => (view.current = made)}
            changed={setText}
            moved={() => {}}
            commands={{ save: () => void saving.begin('what concerns data'), rename: () => {}, table: () => {} }}
          />
        </section>
        <section className={styles.preview} aria-label={guideWords.previewLabel}>
          <iframe src={inTenant('/')} title={words.previewOf(app.name)} className={styles.frame} />
        </section>
      </div>
      <SaveDialogs saving={saving} text={text} file={open.file} />
    </div>
  )
}

/** The marks compare with the file's text, which may have changed. */
function useNewLines(saved: string, view: { readonly current: EditorView | null }) {
  const latest = useRef(saved)
  useEffect(() => {
    latest.current = saved
    view.current?.dispatch({})
  }, [saved, view])
  return useMemo(() => newLines(() => latest.current), [])
}

function Head({ document }: { readonly document: Document }) {
  const { questions } = document.compiled
  const points = POINTS.filter((point) => pointStanding(questions, point) === 'answered').length
  return (
    <header className={styles.head}>
      <NineGauge questions={questions} label={guideWords.gauge(points)} />
      <div className={styles.titles}>
        <h1>{guideWords.title}</h1>
        <p role="status">{guideWords.answered(questions.filter(isAnswered).length, questions.length)}</p>
      </div>
      <Link to="/_ninefold" className={styles.stop}>
        {guideWords.stop}
      </Link>
    </header>
  )
}

/** The first new line, preferably below the question's own point. */
function firstNew(question: QuestionLabel, saved: string, next: string): number {
  const { number, title } = POINT_HEADINGS[pointOf(question)]
  const known = new Set(saved.split('\n'))
  const heading = next.indexOf(`## ${number}. ${title}`)
  const places: number[] = []
  let at = 0
  for (const line of next.split('\n')) {
    if (!known.has(line)) places.push(at)
    at += line.length + 1
  }
  return places.find((place) => place > heading) ?? places[0] ?? 0
}
