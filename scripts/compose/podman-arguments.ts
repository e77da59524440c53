import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from './read-compose.ts'

/** A Compose project. `folder` contains its Compose files. */
export type Project = { name: string; folder: string }

type Translate = (value: never, project: Project) => string[]

const each = (option: string) => (values: string[]) => values.flatMap((value) => [option, value])
const single = (option: string) => (value: string | number) => [`${option}=${value}`]

/** How each field of a service becomes arguments of `podman run`. */
const translations: Record<string, Translate> = {
  environment: (values: Record<string, string>) =>
    Object.entries(values).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  env_file: (files: { path: string }[], { folder }) =>
    files
      .map(({ path }) => join(folder, path))
      .filter(existsSync)
      .flatMap((path) => ['--env-file', path]),
  ports: each('--publish'),
  volumes: (values: string[], { name, folder }) =>
    values.flatMap((value) => ['--volume', value.startsWith('.') ? join(folder, value) : `${name}_${value}`]),
  // Without `--read-only-tmpfs=false`, Podman adds writable folders, which Docker doesn't do.
  read_only: () => ['--read-only', '--read-only-tmpfs=false'],
  tmpfs: each('--tmpfs'),
  cap_drop: each('--cap-drop'),
  security_opt: each('--security-opt'),
  mem_limit: single('--memory'),
  pids_limit: single('--pids-limit'),
  shm_size: single('--shm-size'),
  restart: single('--restart'),
  stop_grace_period: (value: string) => [`--stop-timeout=${Number.parseInt(value, 10)}`],
  healthcheck: ({ test: [, ...command], interval, timeout, retries, start_period }: Service['healthcheck']) => [
    ...['--health-cmd', JSON.stringify(command), `--health-interval=${interval}`, `--health-timeout=${timeout}`],
    ...[`--health-retries=${retries}`, `--health-start-period=${start_period}`],
  ],
}

/** Fields that need no translation: other code handles them, or they only configure logging. */
const withoutTranslation = ['image', 'build', 'depends_on', 'deploy', 'logging']

/** Returns the arguments of `podman run` for one container of a service. Throws for an unknown field. */
export function podmanArguments(project: Project, service: string, number: number, fields: Partial<Service>): string[] {
  const args = Object.entries(fields).flatMap(([field, value]) => {
    if (withoutTranslation.includes(field)) return []
    const translate = translations[field]
    if (!translate) throw new Error(`podman-arguments.ts doesn’t know the field "${field}" of the service ${service}.`)
    return translate(value as never, project)
  })
  const network = ['--network', project.name, '--network-alias', service]
  return ['--detach', '--name', `${project.name}_${service}_${number}`, ...network, ...args, fields.image ?? '']
}
