// Requests → spans of OpenTelemetry, each named by its call, each refusal with its line of the specification.
// OpenTelemetry's own environment variables say where they are sent; its packages are loaded only if these are set.

import type { RequestObserver } from './request-reports.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Traces {
  readonly observe: RequestObserver
  /** Flushes what is still buffered. */
  close(): Promise<void>
}

/** Null: no exporter is configured. */
export async function tracesFrom(environment: Environment, program: string): Promise<Traces | null> {
  const endpoint = environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? environment['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? ''
  const exporters = environment['OTEL_TRACES_EXPORTER'] ?? 'otlp'
  if (endpoint === '' || exporters !== 'otlp' || environment['OTEL_SDK_DISABLED'] === 'true') return null
  const [api, { W3CTraceContextPropagator }, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  // The exporter reads its address, headers, timeout and certificates from the same variables.
  const provider = new sdk.TracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': 'ninefold', 'service.version': program }))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('ninefold', program)
  const propagator = new W3CTraceContextPropagator()
  return {
    observe: (report) => {
      const carrier = report.traceParent === null ? {} : { traceparent: report.traceParent }
      const context = propagator.extract(api.ROOT_CONTEXT, carrier, api.defaultTextMapGetter)
      const [method = '', route = ''] = report.call.split(' ')
      const span = tracer.startSpan(
        report.call,
        {
          kind: api.SpanKind.SERVER,
          startTime: report.startedAt,
          attributes: {
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': report.status,
            'ninefold.request_id': report.requestId,
            'ninefold.revision': report.revision,
            ...(report.callLine === null ? {} : { 'ninefold.call.line': report.callLine }),
            ...(report.caller === null ? {} : { 'enduser.id': report.caller }),
            ...(report.code === null ? {} : { 'ninefold.refusal.code': report.code }),
            ...(report.refusalLine === null ? {} : { 'ninefold.refusal.line': report.refusalLine }),
          },
        },
        context,
      )
      if (report.status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR, message: report.code ?? '' })
      span.end(report.startedAt + report.durationMs)
    },
    close: () => provider.shutdown(),
  }
}
