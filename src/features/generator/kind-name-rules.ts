import type { TaskKind } from '#features/models/task-kind-rules.ts'

/** The kinds of tasks as people choose them. */
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

/** Tones on offer; a wish may name any other. */
export const tones = ['Plain', 'Warm', 'Formal', 'Playful'] as const
