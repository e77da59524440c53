import { expect, it } from 'vitest'
import { isLlama, localServerLine } from './local-model-rules.ts'

it.each([
  ['llama3.2', true],
  ['llama3.1:8b-instruct-q4_K_M', true],
  ['Meta-Llama-3-8B-Instruct', true],
  ['codellama:7b', true],
  ['hf.co/bartowski/Llama-3.2-3B-Instruct-GGUF:Q4_K_M', true],
  ['llama-guard3', false],
  ['tinyllama', false],
  ['deepseek-r1-distill-llama-8b', false],
  ['dolphin-llama3', false],
  ['llamafile', false],
  ['mistral', false],
  ['llama3 latest', false],
])('%s is offered as a Llama model: %s', (id, expected) => {
  expect(isLlama(id)).toBe(expected)
})

it('the log line names the models and the program that runs them', () => {
  const models = [{ id: 'llama3.2', context: null }]
  const line = localServerLine({ runtime: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', models })
  expect(line).toBe('Found a local Llama: llama3.2, served by Ollama')
})
