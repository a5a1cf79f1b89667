import { describe, expect, test } from 'vitest';
import {
  answerChaseMessage,
  readChaseMessage,
  readFrameMessage,
  readTransafeMessage,
} from './frame-messages.rules.ts';

const frame = {} as Window;
const sender = { window: frame, origin: 'https://frame.example' };
const message = (over: object = {}) => ({
  source: frame,
  origin: 'https://frame.example',
  data: '{"type":"reload"}',
  ...over,
});

describe('[METHODS-8] a message counts', () => {
  test.each(['{"type":"reload"}', { type: 'reload' }])('from the own window and origin: %j', (data) => {
    expect(readFrameMessage(message({ data }), sender)).toEqual({ type: 'reload' });
  });

  test.each([
    ['from another origin', { origin: 'https://frame.example.evil.test' }],
    ['from the page itself', { origin: 'https://portal.example' }],
    ['without an origin', { origin: '' }],
    ['from another window of that origin', { source: {} as Window }],
    ['without a window', { source: null }],
    ['that is no JSON', { data: 'reload' }],
    ['that is no object', { data: '"reload"' }],
    ['that is null', { data: 'null' }],
  ])('never %s', (_what, over) => {
    expect(readFrameMessage(message(over), sender)).toBeUndefined();
  });

  test('never before there is a frame', () => {
    expect(readFrameMessage(message({ source: null }), { ...sender, window: null })).toBeUndefined();
    const nowhere = { ...sender, window: undefined };
    expect(readFrameMessage(message({ source: undefined }), nowhere)).toBeUndefined();
  });
});

describe('[METHODS-3] TranSafe’s frame', () => {
  const denied = { code: 'DENY', verbiage: ' Declined. ' };
  test.each([
    ['height', 412.2, { kind: 'height', pixels: 413 }],
    ['height', '412', { kind: 'height', pixels: 412 }],
    ['height', 1, { kind: 'height', pixels: 120 }],
    ['height', 99_999, { kind: 'height', pixels: 2_400 }],
    ['height', -5, undefined],
    ['height', 'tall', undefined],
    ['height', null, undefined],
    ['reload', {}, { kind: 'reload' }],
    ['formSubmissionInvalid', {}, { kind: 'invalid' }],
    ['paymentSubmitted', { code: 'AUTH', ticket: 'T1' }, { kind: 'ticket', ticket: 'T1' }],
    ['paymentSubmitted', { code: 'AUTH', ticket: '' }, { kind: 'refused', words: undefined }],
    ['paymentSubmitted', { code: 'AUTH' }, { kind: 'refused', words: undefined }],
    ['paymentSubmitted', { ...denied, ticket: 'T1' }, { kind: 'refused', words: 'Declined.' }],
    ['paymentSubmitted', null, { kind: 'refused', words: undefined }],
    ['navigate', 'https://evil.test', undefined],
  ])('%s %j', (type, content, read) => {
    expect(readTransafeMessage({ type, content })).toEqual(read);
  });
});

describe('[METHODS-4] Chase’s form', () => {
  test.each([
    ['height', 500, undefined],
    ['hpfReady', {}, { kind: 'ready' }],
    ['startPayment', {}, { kind: 'start' }],
    ['completePayment', { uID: 'somebody else’s' }, { kind: 'complete' }],
    ['cancelPayment', { type: 'cancel' }, { kind: 'cancel' }],
    ['whatsThis', 'cvv', { kind: 'help' }],
    ['scrollRelay', { scrollX: 0, scrollY: 40 }, { kind: 'scroll' }],
    ['init', '', { kind: 'init' }],
    ['constructor', {}, undefined],
    ['handlePaymentErrors', { errorCode: ['310', '330'] }, { kind: 'invalid' }],
    ['handlePaymentErrors', { errorCode: ['310', ''], delimiter: '|' }, { kind: 'invalid' }],
    ['handlePaymentErrors', { errorCode: '310|355|', delimiter: '|' }, { kind: 'invalid' }],
    ['handlePaymentErrors', { errorCode: ['360'] }, { kind: 'refused', codes: ['360'] }],
    ['handlePaymentErrors', { errorCode: ['310', '365'] }, { kind: 'refused', codes: ['310', '365'] }],
    ['handlePaymentErrors', { errorCode: ['400'] }, { kind: 'refused', codes: ['400'] }],
    ['handlePaymentErrors', { errorCode: [] }, { kind: 'refused', codes: [] }],
    ['handlePaymentErrors', null, { kind: 'refused', codes: [] }],
    ['handlePaymentErrors', { errorCode: [{ a: 1 }, '4111111111111111'] }, { kind: 'refused', codes: [] }],
  ])('%s %j', (subject, data, read) => {
    expect(readChaseMessage({ id: 7, subject, data })).toEqual(read);
  });

  test('gets an answer to each message, with its number and what the page listens to', () => {
    const payment = { startPayment: true, completePayment: true, cancelPayment: true };
    const others = { init: true, hpfReady: true, whatsThis: true, scrollRelay: true };
    const callbacks = { ...payment, ...others, handlePaymentErrors: true };
    const answer = { id: 7, response: { callbacks } };
    expect(answerChaseMessage({ id: 7, subject: 'init', data: '' })).toEqual(answer);
  });
});
