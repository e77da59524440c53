/** A prompt as the generator stores it, which adapts no other. */
export const generatedLetter = {
  title: 'Letter',
  description: '',
  content: 'A letter.',
  category: 'general',
  tags: [],
  variables: [],
  source: null,
  alternatives: [],
}
