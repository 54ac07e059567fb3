/* fault.h — deliberate faults, so that tests can check that the caller of the rules survives them. */
#ifndef SANDTABLE_FAULT_H
#define SANDTABLE_FAULT_H

#include <stdbool.h>
#include <stddef.h>

typedef enum FaultKind {
    FAULT_ASSERTION,
    FAULT_READ,   /* of an address that is not mapped */
    FAULT_WRITE,  /* to one */
    FAULT_DIVIDE, /* by zero */
    FAULT_LOOP,   /* never ends */
    FAULT_STACK,  /* calls itself until the stack is used up */
    FAULT_KINDS
} FaultKind;
extern const char *const fault_words[FAULT_KINDS];

void fault_make(FaultKind kind);

#endif
