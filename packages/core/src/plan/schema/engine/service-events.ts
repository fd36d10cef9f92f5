// Processed events of outside services: one step of the engine's tables.

export const SERVICE_EVENTS = `
CREATE TABLE ninefold.service_event (
  service text NOT NULL,
  call text NOT NULL,
  event text NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (service, call, event)
);
CREATE INDEX service_event_at ON ninefold.service_event (at);
COMMENT ON TABLE ninefold.service_event IS 'Events whose calls were done, so that one that is sent again has no effect. They are kept for 30 days.';
`
