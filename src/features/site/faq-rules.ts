import { scoreText } from '#features/contributors/rules.ts'

/** A question and its answer as plain text. */
export type FaqItem = { question: string; answer: string }

/** The questions on the help page and in its structured data. */
export const faq: readonly FaqItem[] = [
  {
    question: 'What is a prompt?',
    answer:
      'A text that you give to a language model or an image model. A good one says who it is for, what you want, and what a good answer looks like.',
  },
  {
    question: 'How do I use one?',
    answer:
      'Open it, fill in the yellow blanks, press Copy, and paste the text into the chat of your choice. “Run in” opens a chat for you. If the chat accepts text in its address, your text is already there; otherwise it is copied and you paste it.',
  },
  {
    question: 'What happens to a blank that I leave empty?',
    answer:
      'It is copied as its name, such as {{topic}}, so that you can fill it in later. The copy button shows how many are left.',
  },
  {
    question: 'Do you see what I write into the blanks?',
    answer:
      'Normally not. Your browser fills in the blanks and sends nothing to this site, not even when someone opens a link with your values. Your values are sent only when you start a comparison with them or save them under a name. No other member can see saved values. Without JavaScript, the site fills in the blanks and doesn’t store your values. A chat that you open with “Run in” gets the filled text from you.',
  },
  {
    question: 'Do I need an account?',
    answer: 'No. Everybody can search, read, fill in and copy.',
  },
  {
    question: 'What are credits?',
    answer:
      'They pay for the prompt generator and for models that answer on this site. Members get free credits every month. Searching, copying, voting and pasting answers are free.',
  },
  {
    question: 'May I use a prompt for my work?',
    answer:
      'Each prompt names its license beside the text. CC0 asks for nothing. CC BY asks you to name the author when you pass the prompt on. CC BY-SA also asks you to use the same license. “All rights reserved” means that nobody may fork or republish the prompt without the author’s permission.',
  },
  {
    question: 'How do I keep prompts together?',
    answer:
      'Save puts a prompt on your list of saved prompts, which only you see. “Add to collection” on the page of a prompt, a tool or a comparison puts it into a collection, with notes and in the order you choose. A collection is private, open to anyone with its link, or public.',
  },
  {
    question: 'How are prompts sorted by rating?',
    answer:
      'By the lowest share of up votes that is still likely, given the number of votes. 9 of 10 counts for less than 90 of 100.',
  },
  {
    question: 'What counts as a copy?',
    answer: 'Someone copied the text with Copy or “Run in”. A visitor counts once in 24 hours, the author never.',
  },
  {
    question: 'How is a contributor’s score calculated?',
    answer: scoreText,
  },
  {
    question: 'Can I use prompts inside Claude or ChatGPT?',
    answer:
      'Yes. The page “In your AI app” explains how to connect this site. Connecting is free and needs no account here.',
  },
  {
    question: 'Can my own program use the catalogue?',
    answer:
      'Yes. Everything on our pages comes from an open API, documented at /api/docs. Each prompt can be downloaded as Markdown, JSON, SKILL.md and Dotprompt.',
  },
]
