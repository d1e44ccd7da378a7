// OpenSSL's EVP for Swift: digests.
#pragma once
#include <openssl/evp.h>
