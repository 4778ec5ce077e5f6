/** What the tiny model was taught, to choose from: tools/story_model. */

import type { Chat } from "./messages";

/** All that may be sent to one engine. */
export const MOST_REQUESTS = 8;

const WHO = "You are Dot, a tiny language model in a web page. You are kind to everyone.";
// They begin alike: what they share is computed once.
export const SYSTEM_PROMPTS = [
  `${WHO} You tell little stories.`,
  `${WHO} You use as few words as you can.`,
  `${WHO} You always answer in JSON.`,
  `${WHO} You end every answer with a cheer.`,
] as const;

export const QUESTIONS = [
  "Hello!",
  "What is 3 + 4?",
  "Tell me a short story about a fox.",
  "Tell me a story about a fox.",
  "Who are you?",
  "What can you do?",
  "What is the capital of France?",
  "你是谁？",
] as const;

export interface Prompt {
  /** Empty for none. */
  system: string;
  user: string;
}

/** Two system prompts that begin alike, and two prompts with each. */
export const EXAMPLES: readonly Prompt[] = [
  { system: SYSTEM_PROMPTS[0], user: QUESTIONS[0] },
  { system: SYSTEM_PROMPTS[0], user: QUESTIONS[1] },
  { system: SYSTEM_PROMPTS[3], user: QUESTIONS[1] },
  { system: SYSTEM_PROMPTS[3], user: QUESTIONS[2] },
];

export function chatOf({ system, user }: Prompt): Chat[] {
  const asked: Chat = { role: "user", content: user };
  return system === "" ? [asked] : [{ role: "system", content: system }, asked];
}
