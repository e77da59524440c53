import { scoreText } from '#features/contributors/rules.ts'
import { t } from '#lib/texts.ts'

/** A question and its answer as plain text. */
export type FaqItem = { question: string; answer: string }

/** The questions on the help page and in its structured data. */
export const faq: readonly FaqItem[] = [
  {
    get question() {
      return t('What is a prompt?')
    },
    get answer() {
      return t(
        'A text that you give to a language model or an image model. A good one says who it is for, what you want, and what a good answer looks like.',
      )
    },
  },
  {
    get question() {
      return t('How do I use one?')
    },
    get answer() {
      return t(
        'Open it, fill in the yellow blanks, press Copy, and paste the text into the chat of your choice. “Run in” opens a chat for you. If the chat accepts text in its address, your text is already there; otherwise it is copied and you paste it.',
      )
    },
  },
  {
    get question() {
      return t('What happens to a blank that I leave empty?')
    },
    get answer() {
      return t(
        'It is copied as its name, such as {blank}, so that you can fill it in later. The copy button shows how many are left.',
        { blank: '{{topic}}' },
      )
    },
  },
  {
    get question() {
      return t('Do you see what I write into the blanks?')
    },
    get answer() {
      return t(
        'Normally not. Your browser fills in the blanks and sends nothing to this site, not even when someone opens a link with your values. Your values are sent only when you start a comparison with them or save them under a name. No other member can see saved values. Without JavaScript, the site fills in the blanks and doesn’t store your values. A chat that you open with “Run in” gets the filled text from you.',
      )
    },
  },
  {
    get question() {
      return t('Do I need an account?')
    },
    get answer() {
      return t('No. Everybody can search, read, fill in and copy.')
    },
  },
  {
    get question() {
      return t('What are credits?')
    },
    get answer() {
      return t(
        'They pay for the prompt generator and for models that answer on this site. Members get free credits every month. Searching, copying, voting and pasting answers are free.',
      )
    },
  },
  {
    get question() {
      return t('May I use a prompt for my work?')
    },
    get answer() {
      return t(
        'Each prompt names its license beside the text. CC0 asks for nothing. CC BY asks you to name the author when you pass the prompt on. CC BY-SA also asks you to use the same license. “All rights reserved” means that nobody may fork or republish the prompt without the author’s permission.',
      )
    },
  },
  {
    get question() {
      return t('How do I keep prompts together?')
    },
    get answer() {
      return t(
        'Save puts a prompt on your list of saved prompts, which only you see. “Add to collection” on the page of a prompt, a tool or a comparison puts it into a collection, with notes and in the order you choose. A collection is private, open to anyone with its link, or public.',
      )
    },
  },
  {
    get question() {
      return t('How are prompts sorted by rating?')
    },
    get answer() {
      return t(
        'By the lowest share of up votes that is still likely, given the number of votes. 9 of 10 counts for less than 90 of 100.',
      )
    },
  },
  {
    get question() {
      return t('What counts as a copy?')
    },
    get answer() {
      return t('Someone copied the text with Copy or “Run in”. A visitor counts once in 24 hours, the author never.')
    },
  },
  {
    get question() {
      return t('How is a contributor’s score calculated?')
    },
    get answer() {
      return scoreText()
    },
  },
  {
    get question() {
      return t('Can I use prompts inside Claude or ChatGPT?')
    },
    get answer() {
      return t(
        'Yes. The page “In your AI app” explains how to connect this site. Connecting is free and needs no account here.',
      )
    },
  },
  {
    get question() {
      return t('Can my own program use the catalogue?')
    },
    get answer() {
      return t(
        'Yes. Everything on our pages comes from an open API, documented at /api/docs. Each prompt can be downloaded as Markdown, JSON, SKILL.md and Dotprompt.',
      )
    },
  },
]
