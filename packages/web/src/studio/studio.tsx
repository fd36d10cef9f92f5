// The author's side of an application in development: the nine points as pictures, and the text.

import { Anchor, Loader, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconChartDots3, IconClock, IconListDetails, IconPencil } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import type { Model } from '@ninefold/core/model/model.ts'
import { POINT_HEADINGS, POINTS, type Point } from '@ninefold/core/model/points.ts'
import { lazyPart } from '../ui/connection/lazy-part.tsx'
import { useApp } from '../ui/app-context.ts'
import { FailingState, NotFoundState } from '../ui/errors.tsx'
import { pointStanding } from '../ui/purpose/nine-gauge.tsx'
import { useAuthorsLanguage } from '../ui/development/authors-language.ts'
import { GUIDE_PAGE } from '../ui/development/studio-address.ts'
import { useTitle } from '../ui/use-title.ts'
import { CallsPicture } from './points/calls.tsx'
import { ClockPage } from './clock.tsx'
import { EntitiesPicture } from './points/entities.tsx'
import { ErrorsPicture } from './points/errors.tsx'
import { LimitsPicture } from './points/limits.tsx'
import { Overview } from './overview.tsx'
import type { PictureProps } from './points/picture-props.ts'
import { PurposePicture } from './points/purpose.tsx'
import { RequestsPage } from './requests.tsx'
import { RolesPicture } from './points/roles.tsx'
import { ScreensPicture } from './points/screens.tsx'
import { StatesPicture } from './points/states.tsx'
import { type OpenFile, useOpenFile } from './editor/use-document.ts'
import { ValidationPicture } from './points/validation.tsx'
import { words } from './words.ts'
import styles from './studio.module.css'

const GuidePage = lazyPart(() => import('./guide/guide.tsx').then((module) => ({ default: module.GuidePage })), {
  isFetchedWhenIdle: false,
})

const EditorPage = lazyPart(() => import('./editor/editor.tsx').then((module) => ({ default: module.EditorPage })), {
  isFetchedWhenIdle: false,
})

const PICTURES: Readonly<Record<Point, (props: PictureProps) => ReactNode>> = {
  purpose: PurposePicture,
  screens: ScreensPicture,
  entities: EntitiesPicture,
  states: StatesPicture,
  validation: ValidationPicture,
  roles: RolesPicture,
  calls: CallsPicture,
  errors: ErrorsPicture,
  limits: LimitsPicture,
}

export function Studio() {
  const { pathname } = useLocation()
  useAuthorsLanguage()
  const page = pathname.replace(/^\/_ninefold\/?/, '')
  const isEditor = page === 'editor'
  if (page === GUIDE_PAGE) return <WithFile>{(open) => <Guide open={open} />}</WithFile>
  return (
    <div className={styles.studio}>
      <Ways page={page} />
      <main id="content" tabIndex={-1} className={isEditor ? styles.whole : styles.content}>
        {isEditor ? (
          <WithFile>
            {(open) => (
              <Suspense fallback={<Loader size="sm" />}>
                <EditorPage open={open} />
              </Suspense>
            )}
          </WithFile>
        ) : (
          <PageOf page={page} />
        )}
      </main>
    </div>
  )
}

/** Only the answer is beside it: one question at a time. */
function Guide({ open }: { readonly open: OpenFile }) {
  return (
    <Suspense fallback={<Loader size="sm" />}>
      <GuidePage open={open} />
    </Suspense>
  )
}

function PageOf({ page }: { readonly page: string }) {
  const point = POINTS.find((each) => each === page)
  if (page === '') return <WithFile>{(open) => <Overview open={open} />}</WithFile>
  if (page === 'requests') return <RequestsPage />
  if (page === 'clock') return <ClockPage />
  return point === undefined ? (
    <NotFoundState />
  ) : (
    <WithFile>{(open) => <PointPage point={point} open={open} />}</WithFile>
  )
}

function WithFile({ children }: { readonly children: (open: OpenFile) => ReactNode }) {
  const { data, isError, error, refetch } = useOpenFile()
  if (data !== undefined) return children(data)
  if (isError) return <FailingState thrown={error} retry={() => void refetch()} isPage />
  return <Loader size="sm" />
}

function PointPage({ point, open }: { readonly point: Point; readonly open: OpenFile }) {
  const { number, title } = POINT_HEADINGS[point]
  useTitle(title)
  const { model } = open.document.compiled
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Title order={1}>
          <span className={styles.bigNumber}>{number}</span> {title}
        </Title>
      </header>
      {model === null ? <NoPicture /> : <Picture point={point} model={model} open={open} />}
    </div>
  )
}

function Picture({ point, model, open }: { readonly point: Point; readonly model: Model; readonly open: OpenFile }) {
  const Drawn = PICTURES[point]
  return <Drawn model={model} document={open.document} />
}

function NoPicture() {
  return (
    <div className={styles.empty}>
      <Text fw={600}>{words.noPicture}</Text>
      <Text c="dimmed" size="sm">
        {words.noPictureNote}
      </Text>
      <Anchor component={Link} to="/_ninefold/editor" size="sm">
        {words.write}
      </Anchor>
    </div>
  )
}

function Ways({ page }: { readonly page: string }) {
  const app = useApp()
  const { data } = useOpenFile()
  const questions = data?.document.compiled.questions ?? app.questions
  return (
    <nav className={styles.ways} aria-label={words.label}>
      <Link to="/" className={styles.back} aria-label={words.toApplication(app.name)}>
        <IconArrowLeft size={16} aria-hidden="true" />
        <span>{app.name}</span>
      </Link>
      <div className={styles.links}>
        <Way to="" page={page} mark={<IconChartDots3 size={15} aria-hidden="true" />} label={words.overview} />
        {POINTS.map((point) => (
          <Way
            key={point}
            to={point}
            page={page}
            mark={
              <span className={styles.number} data-standing={pointStanding(questions, point)} aria-hidden="true">
                {POINT_HEADINGS[point].number}
              </span>
            }
            label={POINT_HEADINGS[point].title}
          />
        ))}
        <Way to="editor" page={page} mark={<IconPencil size={15} aria-hidden="true" />} label={words.editor} />
        <Way
          to="requests"
          page={page}
          mark={<IconListDetails size={15} aria-hidden="true" />}
          label={words.requests.title}
        />
        <Way to="clock" page={page} mark={<IconClock size={15} aria-hidden="true" />} label={words.clock.title} />
      </div>
    </nav>
  )
}

interface WayProps {
  readonly to: string
  readonly page: string
  readonly mark: ReactNode
  readonly label: string
}

function Way({ to, page, mark, label }: WayProps) {
  const isCurrent = to === page
  const link = useRef<HTMLAnchorElement>(null)
  // On a phone the links scroll horizontally; the active one is kept in view.
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [isCurrent])
  return (
    <Link
      ref={link}
      to={to === '' ? '/_ninefold' : `/_ninefold/${to}`}
      className={styles.way}
      activeProps={{}}
      data-current={isCurrent || undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span className={styles.mark}>{mark}</span>
      <span>{label}</span>
    </Link>
  )
}
