import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { trustedProxies } from '#server/http/client-address.ts'
import { readSettings } from '#server/settings/settings.ts'
import { adminPath, isInstalled } from '#test/operations-blocks.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** How long a stopping server lets its running requests continue after DRAIN_SECONDS. */
const finishingSeconds = 10

type Manifest = { apiVersion: string; kind: string; spec?: { template?: { spec: Pod } } }
type Container = {
  image: string
  securityContext: object
  envFrom: object
  readinessProbe?: object
  volumeMounts: object
}
type Pod = { containers: Container[]; securityContext: object; automountServiceAccountToken: boolean }

describe('the manifests for Kubernetes', () => {
  const folder = join(root, 'deploy/kubernetes')
  const kustomization = parse(read('deploy/kubernetes/kustomization.yaml'))
  const manifests = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap((name) =>
      parseAllDocuments(read(`deploy/kubernetes/${name}`)).map((one) => ({ name, manifest: one.toJS() as Manifest })),
    )

  it('are all listed in kustomization.yaml', () => {
    expect(manifests.map(({ name }) => name).sort()).toEqual([...kustomization.resources].sort())
  })

  it('run pods without root, capabilities, a writable root file system or a service account token', () => {
    const pods = manifests.flatMap(({ manifest }) => manifest.spec?.template?.spec ?? [])
    expect(pods).toHaveLength(2)
    for (const { containers, securityContext, automountServiceAccountToken } of pods) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      expect(automountServiceAccountToken).toBe(false)
      for (const container of containers)
        expect(container).toMatchObject({
          image: 'promptarium',
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          envFrom: [{ configMapRef: { name: 'promptarium' } }, { secretRef: { name: 'promptarium' } }],
          volumeMounts: [{ mountPath: '/data' }, { mountPath: '/tmp' }],
        })
    }
  })

  it('give a stopping server enough time to drain and to finish its requests', () => {
    const settings = settingsOf(read('deploy/kubernetes/settings.env'))
    const deployment = parse(read('deploy/kubernetes/deployment.yaml'))
    const neededSeconds = readSettings(settings).DRAIN_SECONDS + finishingSeconds
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(neededSeconds)
  })
})

/** Returns the settings in the text of a file with lines of the form NAME=value. */
function settingsOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.includes('=') && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

type Service = Record<string, unknown> & { environment: Record<string, string | number>; stop_grace_period: string }

/** Reads the services of a Compose file. */
function servicesOf(file: string): Record<string, Service> {
  const reset = { tag: '!reset', collection: 'seq' as const, resolve: () => [] }
  return parse(read(file), { customTags: [reset] }).services
}

/** The fields of services that our files use, so that a mistyped one, which Compose refuses, is noticed here. */
const composeFields =
  'build image restart depends_on environment env_file ports volumes read_only tmpfs cap_drop security_opt ' +
  'stop_grace_period mem_limit pids_limit logging healthcheck shm_size deploy'

describe('the files for Compose', () => {
  const { site, database } = servicesOf('compose.yaml')
  const { site: clusterSite, balancer } = servicesOf('compose.cluster.yaml')

  it('have only fields that Compose knows', () => {
    const services = [site, database, clusterSite, balancer]
    const fields = new Set(services.flatMap((service) => Object.keys(service ?? {})))
    expect([...fields].filter((field) => !composeFields.split(' ').includes(field))).toEqual([])
  })

  it('store the data of PostgreSQL 18 in the volume that its image declares', () => {
    expect(database).toMatchObject({ image: 'postgres:18', volumes: ['database:/var/lib/postgresql'] })
  })

  it('start the site once the database responds, with valid settings and a read-only root file system', () => {
    expect(site).toMatchObject({
      depends_on: { database: { condition: 'service_healthy' } },
      volumes: ['files:/data'],
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    const environment = { ...site?.environment, PUBLIC_URL: '', WORKERS: '1' }
    const url = site?.environment.DATABASE_URL?.toString().replace(/\$\{DATABASE_PASSWORD:\?[^}]+\}/, 'secret')
    expect(readSettings({ ...environment, DATABASE_URL: url }).DATABASE_URL).toBe(
      'postgres://promptarium:secret@database:5432/promptarium',
    )
  })

  it('publish no database port, and by default publish the site’s port only to this machine', () => {
    const local = ['${LISTEN:-127.0.0.1:3000}:3000']
    expect([database?.ports, site?.ports]).toEqual([undefined, local])
    expect([clusterSite?.ports, balancer?.ports]).toEqual([[], local])
  })

  it('balance two servers, which trust the balancer as a proxy and get enough time to stop', () => {
    expect(clusterSite).toMatchObject({ deploy: { replicas: 2 } })
    // Compose passes the numbers of its file as text.
    const variables = Object.entries(clusterSite?.environment ?? {}).map(([name, value]) => [name, String(value)])
    const settings = readSettings(Object.fromEntries(variables))
    expect(settings.DRAIN_SECONDS).toBe(5)
    expect(Number.parseInt(site?.stop_grace_period ?? '', 10)).toBeGreaterThan(
      settings.DRAIN_SECONDS + finishingSeconds,
    )
    // Podman gives a project's containers addresses like this one.
    expect(trustedProxies(settings.TRUST_PROXY ?? '').check('10.89.0.7')).toBe(true)
    expect(read('deploy/haproxy.cfg')).toContain('server-template site 4 site:3000')
  })

  it('require a password for the database', () => {
    expect(database?.environment.POSTGRES_PASSWORD).toBe(
      '${DATABASE_PASSWORD:?set DATABASE_PASSWORD=... in .env first}',
    )
  })

  it.runIf(isInstalled('haproxy', ['-v'], 'the balancer’s configuration'))(
    'include a valid balancer configuration',
    () => {
      const args = ['-c', '-f', join(root, 'deploy/haproxy.cfg')]
      const { status, stderr, stdout } = spawnSync('haproxy', args, {
        env: { ...process.env, PATH: adminPath },
        encoding: 'utf8',
      })
      expect(status, stdout + stderr).toBe(0)
    },
  )
})
