import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import { expect, it } from 'vitest'
import { ownMachinePage, ownMachinePolicy } from './own-machine-page.ts'

const page = ownMachinePage('https://prompts.example')

it('the own-machine page can connect only to the visitor’s machine, not even to this site, and can’t be framed', () => {
  expect(ownMachinePolicy).toContain('connect-src http://127.0.0.1:* http://localhost:*;')
  expect(ownMachinePolicy).toContain("default-src 'none'")
  expect(ownMachinePolicy).toContain("frame-ancestors 'none'")
  expect(ownMachinePolicy).not.toContain("'self'")
})

it('the own-machine page has only one script, whose hash is in its policy', () => {
  const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
  expect(scripts).toHaveLength(1)
  const [script = ''] = scripts
  expect(() => new Script(script)).not.toThrow()
  expect(ownMachinePolicy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
})

it('the own-machine page states the setting that Ollama needs, with the site’s address', () => {
  expect(page).toContain('OLLAMA_ORIGINS=https://prompts.example ollama serve')
})
