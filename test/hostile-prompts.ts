import { exportFormat } from '#features/transfer/cell-rules.ts'
import type { ExportedPrompt } from '#features/transfer/export-rules.ts'
import { cutText } from '#lib/well-formed.ts'
import { promptWithKinds } from './prompt-with-kinds.ts'

const plain: ExportedPrompt = {
  format: exportFormat,
  id: '01900000-0000-7000-8000-0000000000aa',
  slug: 'plan-a-trip',
  ...promptWithKinds,
  tags: ['travel'],
  models: ['Llama, large'],
  language: 'en',
  licence: 'CC-BY-SA-4.0',
  credit: null,
  author: 'someone',
  featured: true,
  skill: true,
  files: [
    { path: 'references/a b.md', text: '---\nname: {{a}}\n---\n!`ls` & "quotes", =1' },
    { path: 'references/b.csv', text: 'title,content\na,b' },
  ],
  status: 'published',
  forkOf: '01900000-0000-7000-8000-0000000000bb',
  translationOf: 'une-traduction',
  importKey: 'ef'.repeat(32),
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-02-02T03:04:05.678Z',
  publishedAt: '2026-01-03T03:04:05.678Z',
  version: 3,
  sha256: 'ab'.repeat(32),
  labels: ['production', 'v2'],
  image: 'https://prompts.example/pictures/4rXq0bQ5/1600.webp',
  imageAlt: 'A “fox”, painted: {{a}}',
  imageModel: '=Flux 2',
  imageDate: '2026-01-02',
  findings: [
    { kind: 'override', what: 'tells the model to ignore other instructions', line: 2, count: 1 },
    { kind: 'link', what: 'docs.example', line: 1, count: 3 },
  ],
}

const withText = (content: string, changes: Partial<ExportedPrompt> = {}): ExportedPrompt => ({
  ...plain,
  content,
  files: [],
  variables: [],
  ...changes,
})

/** Prompts that an export format might not be able to represent. Each is named after what is hostile about it. */
export const hostilePrompts: Record<string, ExportedPrompt> = {
  'a blank of each kind': plain,
  'only text': withText('Say it.', {
    description: '',
    tags: [],
    models: [],
    author: null,
    forkOf: null,
    translationOf: null,
    importKey: null,
    publishedAt: null,
    version: null,
    sha256: null,
    labels: [],
  }),
  'an empty text': withText('', { title: '', description: '' }),
  'braces of every kind': withText(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: The text of a prompt, not a template.
    '{{a}}{{{b}}} {{a:{{b}}}} }}{{ {{}} {{#if a}} {{/if}} {{> c}} {{!-- d --}} {% e %} {# f #} ${g} $1 $ARGUMENTS \\{{h}} \\\\{{i}} {{j:k|l}} {argument name="m"} {',
  ),
  'backslashes before blanks': withText('\\ \\\\ \\{{a}} \\\\\\{{a}} {{a}}\\'),
  'blanks whose names mean something in other programs': withText(
    '{{constructor}} {{toString}} {{each}} {{this}} {{true}} {{literal_1}} {{__proto__}} {{a-b}} {{a b}} {{Größe}} {{größe}} {{城市}} {{_}}',
  ),
  'many scripts': withText(
    'Ünïcode é e\u0301 文字 שלום مرحبا 👩‍👩‍👧‍👦 \u2028\u2029\u0085\u00a0\u200b\ufeff {{größe:日本}}',
    {
      title: 'Größe 文字 👩‍👩‍👧‍👦',
      description: 'שלום {{x}}: "quoted", it’s #1 --- \\ \u2028',
      tags: ['日本', 'größe: "x", y; z'],
    },
  ),
  'line endings and spaces': withText('\r\n  one\r\ntwo\n\n\tthree \r four  \n\n'),
  'front matter in the text': withText('---\nname: x\nallowed-tools: Bash\n---\n\n---\nText.\n...\n'),
  'syntax that runs commands and attaches files': withText(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: The text of a prompt, not a template.
    'Run !`ls -l` and `x`!`y`, @src/app.ts, ${env:HOME}, ${file:a.txt}, &#33;`z` &#38;#33;\n```!\nrm -rf /\n```\n',
  ),
  'the wording of the Agent Skills that we export': withText(
    'Ask for these values, and replace each {{name}} with its value:\n\n- x\n\n<!-- The text of the prompt: -->\nText {{name}}.',
  ),
  'formulas and quotes': withText('=1+1\n"a","b"\n\'=2', { title: '=HYPERLINK("x")', description: '@SUM(1)' }),
  'the longest text': withText(cutText(`${'{{a}} \\{ }} "文" '.repeat(500)}${'\\{ }} "文" '.repeat(20_000)}`, 200_000)),
}
