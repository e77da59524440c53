import type { VariableKind } from '#features/variables/variable-kind-rules.ts'

/** What the interface calls each kind of blank. */
export const kindNames: Record<VariableKind, string> = {
  text: 'Text',
  'long-text': 'Long text',
  number: 'Number',
  choice: 'One from a list',
  choices: 'Several from a list',
  date: 'Date',
  'yes-no': 'Yes or no',
}
