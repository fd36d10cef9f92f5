// The application's calls, to read and to try: its OpenAPI document in Swagger UI.

import { inTenant } from '../../client/tenant-base.ts'
import { Title, useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import { useApp } from '../app-context.ts'
import { useTitle } from '../use-title.ts'
import { words } from '../words/words.ts'
import styles from './api-page.module.css'

export function ApiPage() {
  const { revision } = useApp()
  useViewerColours()
  const place = useRef<HTMLDivElement>(null)
  useTitle(words.api.title)
  // Another revision may have other calls.
  useEffect(() => {
    if (place.current === null) return
    SwaggerUI({
      url: inTenant('/_ninefold/openapi.json'),
      domNode: place.current,
      deepLinking: false,
      defaultModelsExpandDepth: -1,
      tryItOutEnabled: true,
      withCredentials: true,
    })
  }, [revision])
  return (
    <>
      <Title order={1}>{words.api.title}</Title>
      <p className={styles.intro}>
        {words.api.intro} <a href={inTenant('/_ninefold/openapi.json')}>openapi.json</a>
      </p>
      <div ref={place} className={styles.viewer} />
    </>
  )
}

/** The viewer has its own dark colours, selected by a class on the root element. */
function useViewerColours(): void {
  const scheme = useComputedColorScheme('light')
  useEffect(() => {
    const { classList } = document.documentElement
    classList.toggle('dark-mode', scheme === 'dark')
    return () => classList.remove('dark-mode')
  }, [scheme])
}
