import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from './expect.ts'
import { podmanArguments } from './podman-arguments.ts'
import { readServices, type Service } from './read-compose.ts'
import { showsVote, vote } from './vote-in-browser.ts'

/**
 * Where the check runs. `folder` is for temporary files, `storage` has the arguments that tell Podman where its images
 * are, and `source` is a clone of the repository, with the Compose files.
 */
type Folders = { folder: string; storage: string[]; source: string }

/** How long the check waits for a condition to be met, in ms. */
const waitMs = 120_000

/**
 * Starts the services of compose.yaml with Podman, and uses the site in a browser. Then repeats this with
 * compose.cluster.yaml added, and stops one of the two servers.
 */
export async function checkCompose({ folder, storage, source }: Folders): Promise<void> {
  const project = { name: `promptarium${process.pid}`, folder: source }
  const url = 'http://127.0.0.1:3000'
  const variables = { DATABASE_PASSWORD: 'four-brave-otters' }
  const podman = openPodman(folder, storage)
  const nameOf = (service: string, number = 1) => `${project.name}_${service}_${number}`
  const isHealthy = (name: string) => podman.succeeds('healthcheck', 'run', name)

  const start = async (...files: string[]) => {
    const services = readServices(
      files.map((file) => join(source, file)),
      variables,
    )
    for (const [name, service] of sortByDependencies(services)) {
      for (const [other, { condition }] of dependenciesOf(service))
        if (condition === 'service_healthy') await waitFor(`${other} to be healthy`, () => isHealthy(nameOf(other)))
      for (let number = 1; number <= (service.deploy?.replicas ?? 1); number++)
        await podman.run('run', ...podmanArguments(project, name, number, service))
    }
    await waitFor('the site to be ready', () => fetch(`${url}/readyz`).then(({ ok }) => ok))
  }
  const restartsOf = (name: string) => podman.run('inspect', '--format', '{{.RestartCount}}', name)

  try {
    await podman.run('network', 'create', project.name)
    // This is the settings file that docs/operations.md describes. If it weren't used, registration would fail because
    // of the captcha.
    writeFileSync(join(source, 'promptarium.env'), 'CAPTCHA=off\n')
    await start('compose.yaml')
    const restarts = await restartsOf(nameOf('site'))
    expect(restarts === '0', 'the site waits for its database', `It restarted ${restarts} times.`)
    expect(await isHealthy(nameOf('site')), 'the site’s health check passes in its container')
    const path = await vote(url)
    expect(await showsVote(url, path), 'compose.yaml: a member votes on a page in a browser')
    const doctor = await podman
      .run('exec', nameOf('site'), 'node', 'src/cli/main.ts', 'doctor')
      .catch(({ stdout }) => String(stdout))
    expect(/^ok +private files/m.test(doctor) && !/^fail/m.test(doctor), 'doctor finds no failure', doctor)

    await podman.run('rm', '--all', '--force')
    await start('compose.yaml', 'compose.cluster.yaml')
    expect(await showsVote(url, path), 'compose.cluster.yaml: new containers behind the balancer have the same data')
    const sites = [nameOf('site', 1), nameOf('site', 2)]
    await waitFor('both servers to respond', async () => {
      // A connection that is kept open would always reach the same server.
      await fetch(`${url}/contributors`, { headers: { connection: 'close' } })
      const logs = await Promise.all(sites.map(podman.logs))
      return logs.every((log) => log.includes('"path":"/contributors"'))
    })
    const stopping = podman.run('stop', sites[0] ?? '')
    const failures = await failuresUntil(stopping, url)
    expect(failures.length === 0, 'no request fails while a server stops', failures.join('\n'))
  } catch (error) {
    for (const name of [nameOf('database'), nameOf('site'), nameOf('balancer')])
      process.stdout.write(`── ${name}\n${await podman.logs(name).catch(() => '')}\n`)
    throw error
  } finally {
    await podman.run('rm', '--all', '--force', '--time=2')
    await podman.run('network', 'rm', '--force', project.name)
    await podman.run('volume', 'rm', '--all', '--force')
  }
}

/** Starts two containers, one of which looks up the other by name. Returns why that fails, or null if it works. */
export async function findComposeObstacle(folder: string, storage: string[], image: string): Promise<string | null> {
  const podman = openPodman(folder, storage)
  const node = ['--network', 'trial', '--entrypoint', 'node', image]
  try {
    await podman.run('network', 'create', 'trial')
    await podman.run(
      'run',
      '--detach',
      '--network-alias',
      'trial-name',
      ...node,
      '--eval',
      'setTimeout(() => {}, 60_000)',
    )
    await podman.run(
      'run',
      '--rm',
      ...node,
      '--eval',
      "require('node:dns').lookup('trial-name', (error) => { if (error) throw error })",
    )
    return null
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    if (stderr?.includes('getaddrinfo'))
      return 'containers can’t find each other by name, because Podman’s DNS is missing'
    return (
      String(stderr || error)
        .trim()
        .split('\n')
        .at(-1) || 'Podman fails'
    )
  } finally {
    await podman.run('rm', '--all', '--force', '--time=0')
    await podman.run('network', 'rm', '--force', 'trial')
  }
}

/** Writes Podman's settings file. Returns the arguments and the environment that each command of Podman needs. */
function preparePodman(folder: string, storage: string[]) {
  const settings = join(folder, 'containers.conf')
  const networks = join(folder, 'networks')
  mkdirSync(networks, { recursive: true })
  // Podman's default limits on files and processes may be higher than this machine allows.
  const limits = ['nofile=20000:20000', 'nproc=10000:10000']
  writeFileSync(settings, `[containers]\ndefault_ulimits = ${JSON.stringify(limits)}\n`)
  const args = [...storage, '--tmpdir', join(folder, 'engine'), '--network-config-dir', networks]
  const engine = ['--cgroup-manager', 'cgroupfs', '--events-backend', 'file', '--runtime', 'crun']
  return { args: [...args, ...engine], env: { ...process.env, CONTAINERS_CONF: settings } }
}

function openPodman(folder: string, storage: string[]) {
  const { args, env } = preparePodman(folder, storage)
  const run = async (...more: string[]) => {
    const { stdout } = await promisify(execFile)('podman', [...args, ...more], { env, maxBuffer: 2 ** 26 })
    return stdout.trim()
  }
  return {
    run,
    /** Returns what the container has written so far. */
    logs: async (name: string) => {
      const { stdout, stderr } = await promisify(execFile)('podman', [...args, 'logs', name], {
        env,
        maxBuffer: 2 ** 26,
      })
      return stdout + stderr
    },
    succeeds: (...more: string[]) =>
      run(...more).then(
        () => true,
        () => false,
      ),
  }
}

/** Returns the services that a service depends on, each with the condition for starting the service. */
function dependenciesOf({ depends_on: services = [] }: Partial<Service>) {
  return Array.isArray(services)
    ? services.map((name) => [name, { condition: 'service_started' }] as const)
    : Object.entries(services)
}

/** Sorts services so that each comes after the services that it depends on. */
function sortByDependencies(services: Record<string, Partial<Service>>): [string, Partial<Service>][] {
  const ordered: [string, Partial<Service>][] = []
  const add = (name: string) => {
    if (ordered.some(([other]) => other === name)) return
    const service = services[name] ?? {}
    for (const [other] of dependenciesOf(service)) add(other)
    ordered.push([name, service])
  }
  for (const name of Object.keys(services)) add(name)
  return ordered
}

async function waitFor(what: string, condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + waitMs
  while (!(await condition().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Timed out while waiting for ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Requests a page repeatedly until `ended` is settled. Returns the status or error of each failed request. */
async function failuresUntil(ended: Promise<unknown>, url: string): Promise<string[]> {
  const failures: string[] = []
  let isOver = false
  const end = ended.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const status = await fetch(url).then(({ status }) => String(status), String)
    if (status !== '200') failures.push(status)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await end
  return failures
}
