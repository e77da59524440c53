import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { installLabPackages } from '../../scripts/lab-packages.ts'

type Manifest = { apiVersion: string; kind: string; spec?: object }

const folder = join(import.meta.dirname, '../../deploy/kubernetes')
const manifests = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  .flatMap((name) =>
    parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((one) => ({
      name,
      manifest: one.toJS() as Manifest,
    })),
  )

beforeAll(installLabPackages)

it.each(manifests)('$name fits the schema that Kubernetes publishes', async ({ manifest }) => {
  const models = await import(`kubernetes-models/${manifest.apiVersion}`)
  expect(() => new models[manifest.kind](manifest).validate()).not.toThrow()
})

it('a manifest with a wrong type doesn’t fit the schema', async () => {
  const { Deployment } = await import('kubernetes-models/apps/v1')
  const deployment = manifests.find(({ manifest }) => manifest.kind === 'Deployment')?.manifest
  const wrong = { ...deployment, spec: { ...deployment?.spec, replicas: 'two' } }
  expect(() => new Deployment(wrong as never).validate()).toThrow()
})
