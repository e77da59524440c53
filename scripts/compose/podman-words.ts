import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from './read-compose.ts'

/** Where the services of a project run. `folder`: that of the Compose files. */
export type Project = { name: string; folder: string }

type Part = (value: never, project: Project) => string[]

const each = (option: string) => (values: string[]) => values.flatMap((value) => [option, value])
const single = (option: string) => (value: string | number) => [`${option}=${value}`]

/** How Podman is told each line of a service that the files use. What isn't here stops the check. */
const parts: Record<string, Part> = {
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
  // Podman would add writable folders of its own, which Docker doesn't.
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

/** Lines that aren't words of `podman run`: the check itself acts on them, or they say how logs are stored. */
const others = ['image', 'build', 'depends_on', 'deploy', 'logging']

/** The words after `podman run` for one container of a service. Throws for a line of the file that it doesn't know. */
export function podmanWords(project: Project, service: string, number: number, lines: Partial<Service>): string[] {
  const words = Object.entries(lines).flatMap(([line, value]) => {
    if (others.includes(line)) return []
    const part = parts[line]
    if (!part) throw new Error(`scripts/compose/podman-words.ts doesn’t know "${line}" of the service ${service}.`)
    return part(value as never, project)
  })
  const network = ['--network', project.name, '--network-alias', service]
  return ['--detach', '--name', `${project.name}_${service}_${number}`, ...network, ...words, lines.image ?? '']
}
