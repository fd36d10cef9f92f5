// The application's calls, to read and to try: its OpenAPI document in Swagger UI.

import { inTenant } from '../../client/tenant-base.ts'
import { Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { useApp } from '../app-context.ts'
import { useTitle } from '../use-title.ts'
import { words } from '../words/words.ts'
import './swagger-ui.css'
import styles from './api-page.module.css'

export function ApiPage() {
  const { revision } = useApp()
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
      // It writes its colours into elements, for dark backgrounds only.
      syntaxHighlight: { activated: false },
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
