// OpenSSL's EVP for Swift: digests and ciphers.
#pragma once
#include <openssl/err.h>
#include <openssl/evp.h>
