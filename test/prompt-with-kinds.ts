import type { Variable } from '#features/variables/contract.ts'

/** A prompt with a blank of each kind, declared in `variables`, and a blank that isn't declared there (`who`). */
export const promptWithKinds = {
  title: 'Plan a trip with children',
  description: 'Days, sights and meals.',
  content: String.raw`Plan {{days}} days in {{city:Lisbon}} from {{start}} for {{who}}.
We like {{likes}}. Budget: {{budget}}. By car: {{car}}. Notes: {{notes}}
Keep \{{this}} and {these} braces.`,
  category: 'general',
  variables: [
    { name: 'days', default: '3', kind: 'number', label: 'How many days', required: true, min: 1, max: 14 },
    { name: 'city', default: null, kind: 'text', label: 'City', help: 'Where you stay overnight.', required: true },
    { name: 'start', default: null, kind: 'date', label: 'First day' },
    { name: 'likes', default: 'parks', kind: 'choices', label: 'Likes', options: ['parks', 'museums', 'beaches'] },
    { name: 'budget', default: 'medium', kind: 'choice', options: ['low', 'medium', 'high'], required: true },
    { name: 'car', default: null, kind: 'yes-no', label: 'By car?' },
    { name: 'notes', default: null, kind: 'long-text', help: 'Allergies, naps, wheelchairs.' },
  ] satisfies Variable[],
}

/** A value for each blank of `promptWithKinds`. */
export const blankValues: Record<string, string> = {
  days: '5',
  city: 'Porto',
  start: '2027-04-01',
  who: 'two adults and a toddler',
  likes: 'parks, beaches',
  budget: 'high',
  car: 'no',
  notes: 'No nuts.\nA nap at noon.',
}
