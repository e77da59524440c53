import type { TaskKind } from '#features/models/task-kind-rules.ts'

/** The names of the kinds of task in the form. */
export const kindNames: Record<TaskKind, string> = {
  write: 'Writing',
  rewrite: 'Rewriting',
  summarise: 'Summary',
  translate: 'Translation',
  code: 'Code',
  analyse: 'Analysis',
  research: 'Research',
  plan: 'Plan',
  teach: 'Teaching',
  image: 'Image',
  support: 'Customer support',
  brainstorm: 'Ideas',
  other: 'Something else',
}

/** Suggested tones; members may enter any other. */
export const tones = ['Plain', 'Warm', 'Formal', 'Playful'] as const
