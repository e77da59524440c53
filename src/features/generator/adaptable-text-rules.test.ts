import { expect, it } from 'vitest'
import { canBeAdapted } from './adaptable-text-rules.ts'

it.each([
  'Write about {{topic}}',
  'Write about {{topic:the sea}} for {{amount:$5}}.',
  'Write about [TOPIC]',
  'Write about {topic}',
  'Role: a tutor\nTask: explain {{topic}}',
  'Import the list and select the best title.\n\n```\n{{text}}\n```\n',
])('sentences can follow %j', (content) => {
  expect(canBeAdapted(content)).toBe(true)
})

it.each([
  '{"subject": "a cat"}',
  '```json\n{"subject": "a cat"}\n```',
  'Fill in this object:\n{\n  "name": "{{name}}"\n}',
  'Return one of:\n["a", "b"]',
  'agent:\n  role: tutor\n  task: explain',
  'import os\nprint(os.name)',
  'Answer {{ $json["question"] }} politely.',
  'Answer {{ items[0] }} politely.',
  '{% for item in items %}{{item}}{% endfor %} is the list.',
  'Greet {{#if name}}{{name}}{{/if}} politely.',
])('sentences can’t follow %j', (content) => {
  expect(canBeAdapted(content)).toBe(false)
})
