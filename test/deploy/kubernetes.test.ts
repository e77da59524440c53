import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { isOpenRequest } from '#server/http/open-paths.ts'
import { operatorRoutes } from '#server/http/operator-routes.ts'
import { readSettings, settingNames } from '#server/settings/settings.ts'
import { runCli } from '#test/cli.ts'

/**
 * These tests check that the paths, settings and commands in the manifests exist, because nothing else would notice if
 * one of them were renamed.
 */

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest = (name: string) => parse(read(`deploy/kubernetes/${name}.yaml`))

const deployment = manifest('deployment')
const [site] = deployment.spec.template.spec.containers
const [migration] = manifest('migration').spec.template.spec.containers
const lines = read('deploy/kubernetes/settings.env').split('\n').filter(Boolean)
const fileSettings: [string, string][] = lines.map((line) => [line.split('=')[0] ?? '', line.replace(/^\w+=/, '')])
/** The command in `docs/operations/` that creates the secret, with the secret's name and its settings. */
const secretCommand = /kubectl create secret generic (\S+) (.*)/.exec(read('docs/operations/start.md'))
const secretSettings = [...(secretCommand?.[2] ?? '').matchAll(/--from-literal=(\w+)=(\S+)/g)].map(
  ([, name = '', value = '']) => [name, value.replace('…', 'x')],
)

it('the deployment probes paths that exist and need no session on a closed site', () => {
  const { routes } = operatorRoutes({
    readiness: async () => ({ isReady: true }),
    metrics: async () => '',
    isLocal: false,
    isDraining: () => false,
  })
  const servedPaths = routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
  for (const probe of [site.startupProbe, site.readinessProbe, site.livenessProbe]) {
    expect(servedPaths).toContain(probe.httpGet.path)
    expect(isOpenRequest('GET', probe.httpGet.path)).toBe(true)
    expect(probe.httpGet.port).toBe(site.ports[0].name)
  }
  expect(site.readinessProbe.httpGet.path).toBe('/readyz')
  expect(site.livenessProbe.httpGet.path).toBe('/healthz')
})

it('the deployment, the service and the network policy name the port that the container listens on', () => {
  const settings = readSettings({ ...Object.fromEntries(fileSettings), ...Object.fromEntries(secretSettings) })
  expect(site.ports[0].containerPort).toBe(settings.PORT)
  expect(read('Containerfile')).toContain(`EXPOSE ${settings.PORT}\n`)
  expect(manifest('service').spec.ports[0].targetPort).toBe(site.ports[0].name)
  expect(manifest('network-policy').spec.ingress[0].ports[0].port).toBe(site.ports[0].name)
})

it('the settings file and the secret contain only settings that the product knows, each once, and all containers use the secret', () => {
  expect(secretSettings.length).toBeGreaterThan(2)
  const names = [...fileSettings, ...secretSettings].map(([name]) => name)
  expect(names.filter((name) => !settingNames.includes(name ?? ''))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  const secret = secretCommand?.[1]
  for (const container of [site, migration]) expect(container.envFrom[1].secretRef.name).toBe(secret)
})

it('the migration uses an existing command', async () => {
  const [file, ...commandArgs] = migration.args
  expect(file).toBe('src/cli/main.ts')
  const { status, stdout } = await runCli([...commandArgs, '--help'])
  expect([status, stdout.includes(commandArgs.join(' '))]).toEqual([0, true])
  // In Kubernetes, `args` replaces the command of the image but keeps its entry point, which is Node.
  expect(read('Containerfile')).toContain('ENTRYPOINT ["node"]\n')
  expect(migration.command).toBeUndefined()
})

it('the selectors match the labels of the pods, and the disruption budget allows one missing pod', () => {
  const { labels } = deployment.spec.template.metadata
  const selectors = [
    deployment.spec.selector.matchLabels,
    manifest('service').spec.selector,
    manifest('disruption-budget').spec.selector.matchLabels,
    manifest('network-policy').spec.podSelector.matchLabels,
  ]
  for (const selector of selectors) expect(labels).toMatchObject(selector)
  expect(manifest('migration').spec.template.metadata.labels).not.toMatchObject(selectors[1])
  expect(manifest('disruption-budget').spec.minAvailable).toBe(deployment.spec.replicas - 1)
})

it('the deployment runs as the user that the image names', () => {
  const { runAsUser, runAsGroup } = deployment.spec.template.spec.securityContext
  expect(read('Containerfile')).toContain(`USER ${runAsUser}:${runAsGroup}\n`)
})
