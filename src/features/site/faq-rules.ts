/** A question and its answer, as plain text. */
export type FaqItem = { question: string; answer: string }

/** What visitors ask. The help page and its structured data show the same list. */
export const faq: readonly FaqItem[] = [
  {
    question: 'What is a prompt?',
    answer:
      'A text that you give to a language model or an image model. A good one says who it is for, what you want, and what a good answer looks like.',
  },
  {
    question: 'How do I use one?',
    answer:
      'Open it, fill in the yellow blanks, press Copy, and paste the text into the chat of your choice. “Run in” opens a chat for you. Where a chat takes a text by its address, the text is already there; elsewhere it is copied and you paste it.',
  },
  {
    question: 'What happens to a blank that I leave empty?',
    answer:
      'It is copied under its name, such as {{topic}}, so that you can fill it in later. The copy key says how many.',
  },
  {
    question: 'Do you see what I write into the blanks?',
    answer:
      'No. Filling in happens in your browser and is not sent to this site. A chat that you open with “Run in” gets the filled text from you.',
  },
  {
    question: 'Do I need an account?',
    answer: 'No. Searching, reading, filling in and copying are open to everybody.',
  },
  {
    question: 'May I use a prompt for my work?',
    answer:
      'Each prompt names its licence beside the text. CC0 asks for nothing. CC BY asks you to name the author when you pass the prompt on. CC BY-SA asks for the same licence besides.',
  },
  {
    question: 'How are prompts sorted by rating?',
    answer:
      'By the lowest share of up votes that is still likely, given how many have voted. Nine of ten counts for less than ninety of a hundred.',
  },
  {
    question: 'What counts as a copy?',
    answer: 'Somebody took the text, by Copy or by “Run in”. One visitor counts once in 24 hours, the author never.',
  },
  {
    question: 'How does a contributor’s score come about?',
    answer: '10 for each published prompt, 2 for each up vote less each down vote, 1 for each copy.',
  },
  {
    question: 'Can my own program use the catalogue?',
    answer:
      'Yes. Everything that a page shows comes from an open API, described at /api/docs. Each prompt can be downloaded as text and as JSON.',
  },
]
