-- The tables of bench/tasks/tasks.md as an engineer would write them by hand, for bench/tasks/lean-server.ts.

CREATE TABLE person (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  email text NOT NULL
);
CREATE UNIQUE INDEX person_email ON person (lower(email));

CREATE TABLE task (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  code text NOT NULL UNIQUE CHECK (char_length(code) BETWEEN 1 AND 20),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 100),
  owner_id uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  assignee_id uuid REFERENCES person ON DELETE SET NULL,
  weight int CHECK (weight BETWEEN 1 AND 100),
  priority text NOT NULL DEFAULT 'normal' CHECK (priority IN ('low', 'normal', 'high')),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'taken', 'done')),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX task_owner ON task (owner_id, created_at, id);
CREATE INDEX task_assignee ON task (assignee_id, created_at, id);
CREATE INDEX task_owner_status ON task (owner_id, status, created_at, id);
CREATE INDEX task_assignee_status ON task (assignee_id, status, created_at, id);
CREATE INDEX task_created ON task (created_at, id);
