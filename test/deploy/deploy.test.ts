import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { trustedProxies } from '#server/http/client-address.ts'
import { readSettings } from '#server/settings/settings.ts'
import { adminPath, isInstalled } from '#test/operations-blocks.ts'
import { readServices } from '../../scripts/compose/read-compose.ts'

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

describe('the files for Compose', () => {
  const files = ['compose.yaml', 'compose.cluster.yaml'].map((name) => join(root, name))
  const services = readServices(files.slice(0, 1), { DATABASE_PASSWORD: 'secret' })
  const clusterServices = readServices(files, { DATABASE_PASSWORD: 'secret' })

  it('store the data of PostgreSQL 18 in the volume that its image declares', () => {
    expect(services.database?.image).toBe('postgres:18')
    expect(services.database?.volumes).toEqual(['database:/var/lib/postgresql'])
  })

  it('start the site once the database responds, with valid settings and a read-only root file system', () => {
    const { site } = services
    expect(site?.depends_on).toEqual({ database: { condition: 'service_healthy' } })
    expect(readSettings(site?.environment ?? {}).DATABASE_URL).toBe(
      'postgres://promptarium:secret@database:5432/promptarium',
    )
    expect(site).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(site?.volumes).toEqual(['files:/data'])
  })

  it('publish no database port, and by default publish the site’s port only to this machine', () => {
    expect(services.database?.ports).toBeUndefined()
    expect(services.site?.ports).toEqual(['127.0.0.1:3000:3000'])
    expect([clusterServices.site?.ports, clusterServices.balancer?.ports]).toEqual([undefined, ['127.0.0.1:3000:3000']])
  })

  it('balance two servers, which trust the balancer as a proxy and get enough time to stop', () => {
    const { deploy, environment = {}, stop_grace_period } = clusterServices.site ?? {}
    expect(deploy?.replicas).toBe(2)
    // Compose passes the numbers of its file as text.
    const variables = Object.entries(environment).map(([name, value]) => [name, String(value)])
    const settings = readSettings(Object.fromEntries(variables))
    expect(settings.DRAIN_SECONDS).toBe(5)
    expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(settings.DRAIN_SECONDS + finishingSeconds)
    // Podman gives a project's containers addresses like this one.
    expect(trustedProxies(settings.TRUST_PROXY ?? '').check('10.89.0.7')).toBe(true)
    expect(read('deploy/haproxy.cfg')).toContain('server-template site 4 site:3000')
  })

  it('require a password for the database', () => {
    expect(() => readServices(files, {})).toThrow('set DATABASE_PASSWORD=... in .env first')
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
